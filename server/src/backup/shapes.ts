import { z } from 'zod';

/** What a backup says of itself before anything else. */
export const Header = z.object({
  /** Of Copydesk. */
  version: z.string(),
  madeAt: z.string(),
  /** Of PostgreSQL. */
  postgres: z.string(),
  migrations: z.array(z.object({ version: z.int(), name: z.string() })),
  /** The machine whose kept repositories are in it, by the id of its data folder. */
  machine: z.string(),
  /** By which the key is recognised that stored secrets were sealed with; null where none was made yet. */
  secretKey: z.string().nullable(),
  /** Projects whose repositories Copydesk keeps on other machines: they are not in it. */
  elsewhere: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

/** A table, by the names of the columns that its rows have in order. */
export const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** Of a table that is partitioned by time: bounds, from inclusive to exclusive. */
  partitions: z.array(z.object({ name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() })),
});
export type Table = z.infer<typeof Table>;

export const Repository = z.object({ project: z.string().regex(/^prj_\w+$/), head: z.string(), isEmpty: z.boolean() });
export type Repository = z.infer<typeof Repository>;

/** What sequences would answer next. */
export const Sequences = z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() }));
export type Sequences = z.infer<typeof Sequences>;
