import type { Database } from '../../../server/src/postgres/database.ts';
import type { HostedPullRequest } from '../hosts/code-host.ts';
import type { Machine } from '../machines/machine.ts';

/** Returns the address of a pull request that the product itself keeps, on the machine that has its repository. */
export function ownLink({ url }: Machine, project: string, number: number): string {
  return `${url}/projects/${project}/pulls/${number}`;
}

/** Reads the pull requests of a job that the product itself keeps, oldest first. */
export async function readOwnPullRequests(db: Database, job: string): Promise<HostedPullRequest[]> {
  const rows = await db.selectFrom('pull_request').selectAll().where('job_id', '=', job).orderBy('number').execute();
  return rows.map((row) => ({
    number: row.number,
    project: row.project_id,
    job,
    headRef: row.head_ref,
    baseRef: row.base_ref,
    state: row.state === 'open' || row.state === 'merged' ? row.state : 'closed',
    title: row.title,
    headCommit: row.head_commit,
    // It is not stored. For an ended one, the last head serves as well.
    openedWith: row.head_commit,
    openedAs: row.number,
  }));
}

export async function countOwnPullRequests(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('pull_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
