import type { Client } from 'pg';
import type { Database } from './database.ts';

/** A backup that was made, as recorded in the database. */
export interface MadeBackup {
  madeAt: Date;
  bytes: number;
  /** The path on the machine that made it. */
  file: string;
  machine: string;
}

/** Returns the last backup that Copydesk has made; undefined when there is none. */
export async function readLastBackup(db: Database): Promise<MadeBackup | undefined> {
  return await db
    .selectFrom('backup')
    .select(['made_at as madeAt', 'bytes', 'file', 'machine'])
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const keptBackups = 100;

/**
 * Records a backup. Returns false when the database is read-only or too old for that: it was backed up all the same.
 */
export async function noteBackup(client: Client, { madeAt, bytes, file, machine }: MadeBackup): Promise<boolean> {
  try {
    await client.query('insert into backup (made_at, bytes, file, machine) values ($1, $2, $3, $4)', [
      madeAt,
      bytes,
      file,
      machine,
    ]);
    await client.query(
      `delete from backup where made_at < (select made_at from backup order by made_at desc offset ${keptBackups - 1} limit 1)`,
    );
    return true;
  } catch {
    return false;
  }
}
