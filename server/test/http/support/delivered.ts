import type { Database } from '../../../src/postgres/database.ts';

let delivered = 0;

/** Gives a job a pull request at a code host, as if a worker had delivered it. */
export async function deliver(db: Database, jobId: string, state: 'open' | 'merged' | 'closed'): Promise<number> {
  delivered += 1;
  const at = new Date('2026-01-05T12:00:00Z');
  await db
    .insertInto('job_delivery')
    .values({
      job_id: jobId,
      number: 1,
      turn: 1,
      branch: `copydesk/${jobId}`,
      commit: '0d4f1c7e5b2a9c8d7e6f5a4b3c2d1e0f9a8b7c6d',
      title: 'A change',
      description: '',
      finished_at: at,
      pull_request_number: delivered,
      pull_request_link: `https://host.test/acme/docs/pull/${delivered}`,
      pull_request_state: state,
      pull_request_ended_at: state === 'open' ? null : at,
    })
    .execute();
  return delivered;
}
