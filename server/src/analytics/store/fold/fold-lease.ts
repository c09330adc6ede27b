import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import { acrossProjects } from '../../cluster/every-project.ts';
import { numberArray } from '../arrays.ts';

/**
 * A project's journal is folded when its oldest row is this old, or when it is so large that reading it would take as
 * long as reading the folded data: 10,000 rows of single views took 10 ms. Batches of 13,000 views, 170 KB, took 1.7 of
 * the 4.9 ms of processor time that a server and PostgreSQL need for the page views of a month. With 400 KB, a project
 * of 300,000 paths wrote 0.51 KB of write-ahead log for a view of the last 60 days, and 0.55 with 100 KB.
 */
export const dueLimits = { seconds: 60, rows: 10_000, bytes: 100_000 };

/** A journal with an older row was abandoned by the process that wrote it. */
const leftBehindSeconds = 150;

/** Which journals to fold. */
export type Choice = 'due' | 'left behind' | 'all';

/** Longer than one transaction of a fold takes. The lease of a process that died blocks others for this long. */
const leaseSeconds = 30;

/** A project's journal that has rows. */
export interface JournalState {
  projectId: number;
  isDue: boolean;
  /** The age of its oldest row. */
  seconds: number;
}

/**
 * Returns the journals that are due; of named ones, also those that are not due. It only reads: on a cluster, a
 * statement that writes to many projects commits in two phases, and each node waits for all others.
 *
 * @param named - the journals to look at; all when absent.
 */
export async function readJournals(db: Database, choice: Choice, named?: readonly number[]): Promise<JournalState[]> {
  const among = named === undefined ? sql`true` : sql`project_id = any(${numberArray(named)}::int[])`;
  const having = named === undefined ? conditions[choice] : sql`true`;
  return await acrossProjects(db, async (ofThese) => {
    const { rows } = await sql<JournalState>`
      select project_id as "projectId", ${conditions[choice]} as "isDue",
        extract(epoch from now() - min(written_at))::float8 as seconds
      from view_journal where ${among} and ${ofThese} group by project_id having ${having} order by project_id
    `.execute(db);
    return rows;
  });
}

/**
 * Takes the lease of a project that is still due, unless another process has it. One statement checks both, since a
 * journal that another process has just folded is no longer due. All times come from the database.
 */
export async function takeLease(db: Database, folder: string, projectId: number, choice: Choice): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into view_fold (project_id, folder, leased_at, leased_until)
    select project_id, ${folder}, now(), now() + make_interval(secs => ${leaseSeconds})
    from view_journal where project_id = ${projectId} group by project_id having ${conditions[choice]}
    on conflict (project_id) do update
    set folder = excluded.folder, leased_at = excluded.leased_at, leased_until = excluded.leased_until
    where view_fold.leased_until < excluded.leased_at
  `.execute(db);
  return Number(numAffectedRows) > 0;
}

const isOlder = (seconds: number) => sql`min(written_at) < now() - make_interval(secs => ${seconds})`;

const conditions = {
  all: sql`true`,
  due: sql`(${isOlder(dueLimits.seconds)} or count(*) >= ${dueLimits.rows} or sum(octet_length(entries)) >= ${dueLimits.bytes})`,
  'left behind': isOlder(leftBehindSeconds),
} satisfies Record<Choice, RawBuilder<unknown>>;

/**
 * Renews the lease. @returns whether it still belongs to this folder: the previous part of the fold may have taken
 * longer than a lease.
 */
export async function renewLease(db: Database, folder: string, projectId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update view_fold set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where project_id = ${projectId} and folder = ${folder}
  `.execute(db);
  return Number(numAffectedRows) > 0;
}

/**
 * Ends the lease, so that another process may fold the journal. A process that saw it as due before checks again and
 * finds that it is not.
 */
export async function release(db: Database, folder: string, projectId: number): Promise<void> {
  await sql`
    update view_fold set leased_until = now() where project_id = ${projectId} and folder = ${folder}
  `.execute(db);
}
