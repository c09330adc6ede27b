import { sql } from 'kysely';
import { databaseErrors } from '../../../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import { bytesArray, numberArray, plainArray } from '../arrays.ts';
import { dayOf } from '../calendar.ts';
import { fullBytes } from './import-counts.ts';
import type { ImportKey } from './import-counts.ts';

/** What identifies the line of a view: its id and its time. */
interface Line {
  /** A UUID. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

const digestBytes = 8;

/**
 * Returns which of the views other imports have counted, however long ago: their ids, each with the number of its
 * import. The ids themselves are stored for 30 days; for imports, 8 bytes a line are stored as long as the counts.
 */
export async function linesOfOthers(
  db: Database | DatabaseTransaction,
  key: ImportKey,
  lines: readonly Line[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const days = plainArray([...new Set(lines.map(({ at }) => dayOf(at)))]);
  const { rows } = await sql<{ import: number; digests: Buffer }>`
    select import, digests from view_import_line
    where project_id = ${key.projectId} and day = any(${days}::date[]) and import <> ${key.import}
  `.execute(db);
  if (rows.length === 0) return found;
  const ids = new Map(lines.map(({ id }) => [digestOf(id), id]));
  for (const { import: number, digests } of rows) {
    for (let place = 0; place < digests.length; place += digestBytes) {
      const id = ids.get(digests.readBigUInt64BE(place));
      if (id !== undefined) found.set(id, number);
    }
  }
  return found;
}

/** Returns whether any import has counted lines of a project, so that others may overlap with it. */
export async function hasImportedLines(db: Database, projectId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from view_import_line where project_id = ${projectId} limit 1`
    .execute(db)
    .catch(databaseErrors);
  return rows.length > 0;
}

/** Stores the lines that an import counts, in the transaction that counts them. */
export async function keepImportLines(
  transaction: DatabaseTransaction,
  { projectId, import: number }: ImportKey,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return;
  const added = [...Map.groupBy(lines, ({ at }) => dayOf(at))];
  const days = plainArray(added.map(([day]) => day));
  const { rows: stored } = await sql<{ day: string; part: number; bytes: number }>`
    select distinct on (day) to_char(day, 'YYYY-MM-DD') as day, part, octet_length(digests) as bytes
    from view_import_line
    where project_id = ${projectId} and import = ${number} and day = any(${days}::date[])
    order by day, part desc
  `.execute(transaction);
  const last = new Map(stored.map((row) => [row.day, row]));
  const parts = added.map(([day]) => {
    const { part, bytes } = last.get(day) ?? { part: 0, bytes: 0 };
    return bytes < fullBytes ? part : part + 1;
  });
  await sql`
    insert into view_import_line (project_id, import, day, part, digests)
    select ${projectId}, ${number}, * from unnest(
      ${days}::date[], ${numberArray(parts)}::int[],
      ${bytesArray(added.map(([, ofDay]) => digestsOf(ofDay)))}::bytea[]
    )
    on conflict (project_id, day, import, part) do update set digests = view_import_line.digests || excluded.digests
  `.execute(transaction);
}

function digestsOf(lines: readonly Line[]): Buffer {
  const bytes = Buffer.allocUnsafe(lines.length * digestBytes);
  for (const [place, { id }] of lines.entries()) bytes.writeBigUInt64BE(digestOf(id), place * digestBytes);
  return bytes;
}

/**
 * Combines both halves of the id. In any version of UUID, the half that hardly differs from line to line (the time in
 * version 7, the machine in version 1) does not weaken the other half. With a million lines a day, one in 18 trillion
 * other lines is mistaken for one of them.
 */
function digestOf(id: string): bigint {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return bytes.readBigUInt64BE(0) ^ bytes.readBigUInt64BE(8);
}
