import { z } from 'zod';

/** What a backup says about itself at its beginning. */
export const Header = z.object({
  /** The version of Copydesk. */
  version: z.string(),
  madeAt: z.string(),
  /** The version of PostgreSQL. */
  postgres: z.string(),
  migrations: z.array(z.object({ version: z.int(), name: z.string() })),
  /** The machine whose kept repositories are in the backup, by the id of its data folder. */
  machine: z.string(),
  /** Identifies the key that stored secrets were sealed with; null when none was created yet. */
  secretKey: z.string().nullable(),
  /** Projects whose repositories Copydesk keeps on other machines: the backup does not contain them. */
  elsewhere: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

/** A table, with the names of its columns in the order of its row data. */
export const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** The partitions of a table that is partitioned by time: bounds, from inclusive to exclusive. */
  partitions: z.array(z.object({ name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() })),
});
export type Table = z.infer<typeof Table>;

export const Repository = z.object({ project: z.string().regex(/^prj_\w+$/), head: z.string(), isEmpty: z.boolean() });
export type Repository = z.infer<typeof Repository>;

/** The state of sequences, from which their next values follow. */
export const Sequences = z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() }));
export type Sequences = z.infer<typeof Sequences>;
