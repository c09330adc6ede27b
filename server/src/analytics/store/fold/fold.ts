import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import { allowLong } from '../../../postgres/statements/long-statements.ts';
import { frame, packHere } from './packing.ts';
import type { Packing } from './packing.ts';
import { readJournals, release, renewLease, takeLease } from './fold-lease.ts';
import type { Choice } from './fold-lease.ts';
import type { RolledKind } from './roll-up.ts';
import { addRollups, settleRollups, usualSizes } from './rollups.ts';
import type { Adding, Sizes } from './rollups.ts';

/** How much of a journal one transaction takes at most, which limits its memory. */
const maximumRows = 8_000;
const maximumBytes = 1_000_000;

/** A fold of a large project writes megabytes. */
const foldSeconds = 300;

/** A process that folds journals. */
export interface Folder {
  /** The name on its leases. */
  id: string;
  pack: Packing;
  sizes: Sizes;
  /**
   * For each project whose folds failed, how many rows to try next: half as many after each failure, until they fit.
   */
  shares: Map<number, number>;
}

export function newFolder(pack: Packing = packHere, sizes: Sizes = usualSizes): Folder {
  return { id: randomUUID(), pack, sizes, shares: new Map() };
}

/**
 * Folds the journals that are due, except those that another process is folding. A failed one does not stop the others,
 * and is retried the next time.
 *
 * @throws the first failure, after all were tried.
 */
export async function foldDue(db: Database, choice: Choice = 'due', folder: Folder = newFolder()): Promise<void> {
  const journals = await readJournals(db, choice);
  const failures: unknown[] = [];
  for (const { projectId } of journals) {
    await foldLeased(db, { projectId, choice }, folder).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Folds a project's journal under a lease, if it is due and no other process has the lease. */
export async function foldLeased(
  db: Database,
  { projectId, choice }: { projectId: number; choice: Choice },
  folder: Folder,
): Promise<void> {
  if (!(await takeLease(db, folder.id, projectId, choice))) return;
  try {
    await foldProject(db, projectId, folder);
  } finally {
    await release(db, folder.id, projectId);
  }
}

async function foldProject(db: Database, projectId: number, folder: Folder): Promise<void> {
  const { shares } = folder;
  const share = shares.get(projectId) ?? maximumRows;
  try {
    while (await renewLease(db, folder.id, projectId)) {
      if (!(await foldJournal(db, projectId, { ...folder, rows: share }))) break;
    }
  } catch (error) {
    shares.set(projectId, Math.max(1, Math.floor(share / 2)));
    throw error;
  }
  // The limit doubles again step by step, since what was too much once may still be too much.
  if (share * 2 >= maximumRows) shares.delete(projectId);
  else shares.set(projectId, share * 2);
}

/** How much of a journal a transaction takes, and how it is packed. */
interface Portion extends Pick<Folder, 'pack' | 'sizes'> {
  rows: number;
}

/**
 * Moves rows of a project's journal into its roll-ups, in one transaction: readers see them in one or the other.
 * @returns whether there are more; false when another process is changing the roll-ups.
 */
async function foldJournal(db: Database, projectId: number, portion: Portion): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await allowLong(transaction, foldSeconds);
    if (!(await tryLockRollups(transaction, projectId))) return false;
    return await foldRows(transaction, projectId, portion);
  });
}

/**
 * Folds all of a project's journal, in a transaction that has the lock of the roll-ups. Afterwards the main rows
 * contain everything, and no recent rows are left beside them.
 */
export async function foldAll(transaction: DatabaseTransaction, projectId: number): Promise<void> {
  const portion = { rows: maximumRows, pack: packHere, sizes: usualSizes };
  while (await foldRows(transaction, projectId, portion));
  await settleRollups({ transaction, projectId, pack: packHere });
}

/** @returns whether there may be more. */
async function foldRows(transaction: DatabaseTransaction, projectId: number, portion: Portion): Promise<boolean> {
  const journal = await takeJournal(transaction, projectId, portion.rows);
  if (journal.entries === null) return false;
  await addJournal({ ...portion, transaction, projectId }, journal.entries);
  return journal.rows === portion.rows || journal.entries.length > maximumBytes / 2;
}

/** Locks the roll-ups of a project against other changes until the end of the transaction; waits for the lock. */
export async function lockRollups(transaction: DatabaseTransaction, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('view rollups'), ${projectId})`.execute(transaction);
}

/** Takes the lock that every change of a project's roll-ups needs, if it is free. */
async function tryLockRollups(transaction: DatabaseTransaction, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('view rollups'), ${projectId}) as locked
  `.execute(transaction);
  return rows[0]?.locked === true;
}

/**
 * Deletes exactly the rows that it read: a smaller number may be committed after a greater one.
 * @returns their entries in the form of `frame`; null when there are none.
 */
async function takeJournal(
  transaction: DatabaseTransaction,
  projectId: number,
  most: number,
): Promise<{ rows: number; entries: Buffer | null }> {
  const { rows } = await sql<{ rows: number; entries: Buffer | null }>`
    with first as (
      select number, sum(octet_length(entries)) over (order by number) as bytes, row_number() over (order by number) as place
      from (select number, entries from view_journal where project_id = ${projectId} order by number limit ${most}) as next
    ), taken as (
      delete from view_journal using first
      where view_journal.project_id = ${projectId} and view_journal.number = first.number
        and (first.bytes <= ${maximumBytes} or first.place = 1)
      returning view_journal.entries
    )
    select count(*)::int as rows, string_agg(int4send(octet_length(entries)) || entries, '') as entries from taken
  `.execute(transaction);
  return rows[0] ?? { rows: 0, entries: null };
}

async function readRolledKinds(transaction: DatabaseTransaction, projectId: number): Promise<Map<number, RolledKind>> {
  const { rows } = await sql<RolledKind & { number: number }>`
    select number, class, source <> '' as elsewhere from view_kind where project_id = ${projectId}
  `.execute(transaction);
  return new Map(rows.map(({ number, class: viewClass, elsewhere }) => [number, { class: viewClass, elsewhere }]));
}

/**
 * Adds journal tables to a project's roll-ups. The transaction has their lock, and no recent rows lie beside the main
 * rows.
 */
export async function addToRollups(
  transaction: DatabaseTransaction,
  projectId: number,
  journal: readonly Uint8Array[],
): Promise<void> {
  const adding = { transaction, projectId, pack: packHere };
  await addJournal(adding, frame(journal));
  await settleRollups(adding);
}

async function addJournal(adding: Adding, journal: Uint8Array): Promise<void> {
  const kinds = await readRolledKinds(adding.transaction, adding.projectId);
  await addRollups(adding, await adding.pack('roll up', { journal, kinds }));
}
