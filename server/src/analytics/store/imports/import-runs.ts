import { sql } from 'kysely';
import { CopydeskError } from '@copydesk/contract';
import type { SourceName } from '@copydesk/contract';
import { databaseErrors } from '../../../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import type { ImportKey } from './import-counts.ts';
import type { NumberedView } from '../numbered-view.ts';
import { ensureSites } from '../site.ts';

/** An import of logs, or of another product's counts, into a project. */
export interface ImportRun {
  /** Counted from 1 in each project. */
  number: number;
  /** The file names as the user gave them; `-` is standard input. */
  files: string[];
  startedAt: Date;
  /** Null while the import is in progress, and for one that was killed. */
  endedAt: Date | null;
  undoneAt: Date | null;
  /** The product whose export was imported; null for logs. */
  source: SourceName | null;
  /** How many lines it has read; of these, how many it has counted, and how many were counted before. */
  lines: number;
  accepted: number;
  duplicates: number;
  /** The times of the first and the last view that it has counted. */
  firstAt: Date | null;
  lastAt: Date | null;
}

/** Starts an import. @returns its number. */
export async function beginImport(db: Database, projectId: number, files: readonly string[]): Promise<number> {
  await ensureSites(db, [projectId]).catch(databaseErrors);
  const begin = db.transaction().execute(async (transaction) => await insertImport(transaction, projectId, { files }));
  return await begin.catch(databaseErrors);
}

/** Starts an import in a transaction; other starts wait until it ends. @returns its number. */
export async function insertImport(
  transaction: DatabaseTransaction,
  projectId: number,
  { files, source }: { files: readonly string[]; source?: SourceName },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('view import'), ${projectId})`.execute(transaction);
  const { rows } = await sql<{ number: number }>`
    insert into view_import_run (project_id, number, files, source)
    select ${projectId}, coalesce(max(number), 0) + 1, ${[...files]}::text[], ${source ?? null} from view_import_run
    where project_id = ${projectId}
    returning number
  `.execute(transaction);
  return rows[0]?.number ?? 0;
}

export async function endImport(db: Database, { projectId, import: number }: ImportKey): Promise<void> {
  await sql`
    update view_import_run set ended_at = least(ended_at, now())
    where project_id = ${projectId} and number = ${number}
  `
    .execute(db)
    .catch(databaseErrors);
}

/**
 * Adds to an import's progress. Its row stays locked until the end of the transaction, so an undo waits for it.
 * @throws CopydeskError `changed_meanwhile` when the import was undone while it ran.
 */
export async function addToImport(
  transaction: DatabaseTransaction,
  { projectId, import: number }: ImportKey,
  { lines, duplicates, counted }: { lines: number; duplicates: number; counted: readonly NumberedView[] },
): Promise<void> {
  const moments = counted.map(({ at }) => at);
  const bound = (pick: (one: number, other: number) => number): Date | null =>
    moments.length === 0 ? null : new Date(moments.reduce((one, other) => pick(one, other)));
  const { numAffectedRows } = await sql`
    update view_import_run set lines = lines + ${lines}, accepted = accepted + ${counted.length},
      duplicates = duplicates + ${duplicates}, first_at = least(first_at, ${bound(Math.min)}::timestamptz),
      last_at = greatest(last_at, ${bound(Math.max)}::timestamptz)
    where project_id = ${projectId} and number = ${number} and undone_at is null
  `.execute(transaction);
  if (Number(numAffectedRows) === 0) {
    throw new CopydeskError(
      'changed_meanwhile',
      `Import ${number} was undone while it ran. Nothing more of it is counted.`,
    );
  }
}

/** Returns the imports of a project that have counted anything, newest first. */
export async function listImports(db: Database, projectId: number): Promise<ImportRun[]> {
  const { rows } = await sql<ImportRun>`
    select ${runColumns} from view_import_run where project_id = ${projectId} and accepted > 0 order by number desc
  `.execute(db);
  return rows;
}

/** Reads one import. @throws CopydeskError `not_found` */
export async function readImport(db: Database | DatabaseTransaction, key: ImportKey): Promise<ImportRun> {
  const { rows } = await sql<ImportRun>`
    select ${runColumns} from view_import_run where project_id = ${key.projectId} and number = ${key.import}
  `.execute(db);
  const [run] = rows;
  if (run !== undefined) return run;
  throw new CopydeskError('not_found', `There is no import ${key.import}. List them: copydesk views imports list`);
}

const runColumns = sql`
  number, files, started_at as "startedAt", ended_at as "endedAt", undone_at as "undoneAt", source, lines, accepted, duplicates,
  first_at as "firstAt", last_at as "lastAt"`;
