import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { allowLong } from '../../postgres/long-statements.ts';
import { ofEveryProject } from '../cluster/every-project.ts';
import { bytesArray, plainArray } from './arrays.ts';
import { rollUp } from './roll-up.ts';
import type { RolledKind } from './roll-up.ts';
import { add, condense } from './packed.ts';
import { rollupTables } from './tables.ts';
import type { RollupTable } from './tables.ts';

/**
 * A project's journal is folded when it has this many views or rows, or when its oldest is this old: a busy site is
 * folded every few seconds, and a quiet one does not write its month anew for each single view.
 */
const due = { views: 20_000, rows: 128, seconds: 120 };

/** What one transaction takes of a journal at most, by which its memory is bounded. */
const maximumRows = 1_000;

/** A fold writes the whole month of a project anew, which may be megabytes. */
const foldSeconds = 300;

/** Projects whose folds have failed, and the rows that are tried next: half as many each time, until they fit. */
export type FoldShares = Map<number, number>;

/**
 * Folds the journals that are due; what another process folds at the moment is left to it. One that fails keeps no other
 * waiting, and is tried again the next time.
 *
 * @throws the first failure, after all were tried.
 */
export async function foldDue(db: Database, always = false, shares: FoldShares = new Map()): Promise<void> {
  const projects = await ofEveryProject(db, async (ofThese) => {
    const { rows } = await sql<{ projectId: number }>`
      select project_id as "projectId" from view_journal where ${ofThese} group by project_id
      having ${always} or count(*) >= ${due.rows} or sum(views) >= ${due.views}
        or min(written_at) < now() - make_interval(secs => ${due.seconds})
    `.execute(db);
    return rows;
  });
  const failures: unknown[] = [];
  for (const { projectId } of projects) await foldProject(db, projectId, shares).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function foldProject(db: Database, projectId: number, shares: FoldShares): Promise<void> {
  const share = shares.get(projectId) ?? maximumRows;
  try {
    while ((await foldJournal(db, projectId, share)) === share);
  } catch (error) {
    shares.set(projectId, Math.max(1, Math.floor(share / 2)));
    throw error;
  }
  // It grows again by as much as it shrank: what was too much once may be so still.
  if (share * 2 >= maximumRows) shares.delete(projectId);
  else shares.set(projectId, share * 2);
}

/**
 * Moves rows of a project's journal into its roll-ups, in one transaction: whoever reads sees them here or there.
 * @returns how many rows were moved; 0 also when another folds the project.
 */
export async function foldJournal(db: Database, projectId: number, rows = maximumRows): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await allowLong(transaction, foldSeconds);
    if (!(await tryLockRollups(transaction, projectId))) return 0;
    return await foldRows(transaction, projectId, rows);
  });
}

/** Folds all of a project's journal in a transaction that has the lock of the roll-ups. */
export async function foldAll(transaction: DatabaseTransaction, projectId: number): Promise<void> {
  while ((await foldRows(transaction, projectId, maximumRows)) === maximumRows);
}

/** @returns how many rows were moved. */
async function foldRows(transaction: DatabaseTransaction, projectId: number, rows: number): Promise<number> {
  const journal = await takeJournal(transaction, projectId, rows);
  if (journal.length > 0) await addToRollups(transaction, projectId, journal);
  return journal.length;
}

/** Waits until nobody else changes the roll-ups of a project, and then nobody does until the end of the transaction. */
export async function lockRollups(transaction: DatabaseTransaction, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('view rollups'), ${projectId})`.execute(transaction);
}

/** Held by whoever changes the roll-ups of a project. */
async function tryLockRollups(transaction: DatabaseTransaction, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('view rollups'), ${projectId}) as locked
  `.execute(transaction);
  return rows[0]?.locked === true;
}

/** Exactly the rows that were read are deleted: a smaller number may be committed after a greater one. */
async function takeJournal(transaction: DatabaseTransaction, projectId: number, most: number): Promise<Buffer[]> {
  const { rows } = await sql<{ entries: Buffer }>`
    with taken as (
      select number from view_journal where project_id = ${projectId} order by number limit ${most}
    )
    delete from view_journal using taken
    where view_journal.project_id = ${projectId} and view_journal.number = taken.number
    returning view_journal.entries
  `.execute(transaction);
  return rows.map(({ entries }) => entries);
}

async function readRolledKinds(transaction: DatabaseTransaction, projectId: number): Promise<Map<number, RolledKind>> {
  const { rows } = await sql<RolledKind & { number: number }>`
    select number, class, source <> '' as elsewhere from view_kind where project_id = ${projectId}
  `.execute(transaction);
  return new Map(rows.map((row) => [row.number, row]));
}

const unknownKind: RolledKind = { class: 'bot', elsewhere: false };

type StoredRollup = { level: string; start: string } & Record<RollupTable, Buffer>;

/** Adds tables of a journal to a project's roll-ups, of which the transaction has the lock. */
export async function addToRollups(
  transaction: DatabaseTransaction,
  projectId: number,
  journal: readonly Uint8Array[],
): Promise<void> {
  const kinds = await readRolledKinds(transaction, projectId);
  const added = rollUp(journal, (kind) => kinds.get(kind) ?? unknownKind);
  const starts = plainArray(added.map(({ start }) => start));
  const levels = plainArray(added.map(({ level }) => level));
  const { rows } = await sql<StoredRollup>`
    select level, to_char(start, 'YYYY-MM-DD') as start, pages, hours, kinds, site, missing, referrers, surfaces
    from view_rollup
    join unnest(${levels}::text[], ${starts}::date[]) as added (level, start) using (level, start)
    where project_id = ${projectId}
  `.execute(transaction);
  const stored = new Map(rows.map((row) => [`${row.level} ${row.start}`, row]));
  const table = (name: RollupTable): string =>
    bytesArray(
      added.map((rollup) => {
        const before = stored.get(`${rollup.level} ${rollup.start}`)?.[name] ?? Buffer.alloc(0);
        const fresh = rollup.tables[name];
        return fresh.length === 0 ? before : add(rollupTables[name], before, condense(rollupTables[name], fresh));
      }),
    );
  await sql`
    insert into view_rollup (project_id, level, start, pages, hours, kinds, site, missing, referrers, surfaces)
    select ${projectId}, * from unnest(
      ${levels}::text[], ${starts}::date[], ${table('pages')}::bytea[], ${table('hours')}::bytea[],
      ${table('kinds')}::bytea[], ${table('site')}::bytea[], ${table('missing')}::bytea[], ${table('referrers')}::bytea[],
      ${table('surfaces')}::bytea[]
    )
    on conflict (project_id, level, start) do update set pages = excluded.pages, hours = excluded.hours,
      kinds = excluded.kinds, site = excluded.site, missing = excluded.missing, referrers = excluded.referrers,
      surfaces = excluded.surfaces
  `.execute(transaction);
}
