import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { ofEveryProject } from '../cluster/every-project.ts';

/**
 * A project's journal is folded when its oldest row is this old, or when it is so large that reading it would take as long as
 * reading what is folded: 10,000 rows of single views are 10 ms, and 400 KB of batches 2 ms. With 1.5 MB a year took 11 ms to read
 * instead of 4, and a project of 300,000 paths wrote no less: 0.5 KB of log for a view of the last 60 days in either case.
 */
const due = { seconds: 60, rows: 10_000, bytes: 400_000 };

/** What is older is left behind by whoever has collected it. */
const leftBehindSeconds = 150;

/** Which journals are folded. */
export type Choice = 'due' | 'left behind' | 'all';

/** Longer than what one transaction of a fold takes; who has died is waited for so long. */
const leaseSeconds = 30;

/**
 * Takes the leases of projects that are due, or of all that have a journal. One that another has is left to it. Whether a project
 * is due and who has it is asked in one statement: what another has just folded is not due any more. All times are the
 * database's.
 */
export async function leaseDue(db: Database, folder: string, choice: Choice): Promise<number[]> {
  return await ofEveryProject(db, async (ofThese) => {
    const { rows } = await sql<{ projectId: number }>`
      insert into view_fold (project_id, folder, leased_at, leased_until)
      select project_id, ${folder}, now(), now() + make_interval(secs => ${leaseSeconds})
      from (
        select project_id from view_journal where ${ofThese} group by project_id
        having ${conditions[choice]}
        order by project_id
      ) as due
      on conflict (project_id) do update
      set folder = excluded.folder, leased_at = excluded.leased_at, leased_until = excluded.leased_until
      where view_fold.leased_until < excluded.leased_at
      returning project_id as "projectId"
    `.execute(db);
    return rows.map(({ projectId }) => projectId);
  });
}

const isOlder = (seconds: number) => sql`min(written_at) < now() - make_interval(secs => ${seconds})`;

const conditions = {
  all: sql`true`,
  due: sql`${isOlder(due.seconds)} or count(*) >= ${due.rows} or sum(octet_length(entries)) >= ${due.bytes}`,
  'left behind': isOlder(leftBehindSeconds),
} satisfies Record<Choice, unknown>;

/** @returns whether it still is this folder's: the projects before it may have taken longer than a lease. */
export async function renewLease(db: Database, folder: string, projectId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update view_fold set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where project_id = ${projectId} and folder = ${folder}
  `.execute(db);
  return Number(numAffectedRows) > 0;
}

/** From then on another may fold it: who has seen before that it was due finds that it is not. */
export async function release(db: Database, folder: string, projectId: number): Promise<void> {
  await sql`
    update view_fold set leased_until = now() where project_id = ${projectId} and folder = ${folder}
  `.execute(db);
}
