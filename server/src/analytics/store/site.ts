import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';

/** Creates the first rows that every project's page views need, unless they exist. */
export async function ensureSites(db: Database, projectIds: readonly number[]): Promise<void> {
  await sql`
    with site as (
      insert into view_site (project_id) select unnest(${projectIds}::int[]) on conflict do nothing returning project_id
    ), page as (
      insert into view_page (project_id, number, path) select project_id, 0, '(other)' from site
    )
    insert into view_referrer (project_id, number, host) select project_id, 0, '(other)' from site
  `.execute(db);
}

/** Locks a project's row for the transaction: only one transaction at a time assigns numbers. */
export async function lockSite(transaction: DatabaseTransaction, projectId: number): Promise<void> {
  await sql`select 1 from view_site where project_id = ${projectId} for no key update`.execute(transaction);
}

/**
 * Takes up to `wanted` of a day's limit of new names, and never more than is left.
 * @returns how many were taken.
 */
export async function takeShare(
  transaction: DatabaseTransaction,
  share: { projectId: number; day: string; dictionary: 'page' | 'referrer' | 'reader'; perDay: number },
  wanted: number,
): Promise<number> {
  const { projectId, day, dictionary, perDay } = share;
  const { rows } = await sql<{ before: number }>`
    select added as before from view_growth
    where project_id = ${projectId} and day = ${day} and dictionary = ${dictionary}
  `.execute(transaction);
  const taken = Math.max(0, Math.min(wanted, perDay - (rows[0]?.before ?? 0)));
  if (taken > 0) {
    await sql`
      insert into view_growth (project_id, day, dictionary, added)
      values (${projectId}, ${day}, ${dictionary}, ${taken})
      on conflict (project_id, day, dictionary) do update set added = view_growth.added + excluded.added
    `.execute(transaction);
  }
  return taken;
}

/**
 * Takes numbers of a dictionary, whose lock the caller holds.
 * @returns the last number that was assigned before.
 */
export async function takeNumbers(
  transaction: DatabaseTransaction,
  projectId: number,
  { counter, count }: { counter: 'readers' | 'kinds'; count: number },
): Promise<number> {
  const column = sql.ref(counter);
  const { rows } = await sql<{ before: number }>`
    update view_site set ${column} = ${column} + ${count} where project_id = ${projectId} returning ${column} - ${count} as before
  `.execute(transaction);
  if (rows[0] === undefined) throw new Error('The rows of a project are made before its first view');
  return rows[0].before;
}
