import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/** What somebody is about to request. */
export interface IntendedJob {
  projectId: string;
  author: { kind: string; id: string | null };
  prompt: string;
  /** The key of this very request: a job that it has created before does not count as another one. */
  idempotencyKey: string | undefined;
  now: Date;
}

const minutes = 10;

/** Returns the newest active or completed job that the same person requested with the same words a few minutes ago. */
export async function findSimilarJob(db: Database, intended: IntendedJob): Promise<{ id: string } | undefined> {
  const { projectId, author, prompt, idempotencyKey = '', now } = intended;
  if (author.id === null) return undefined;
  const { rows } = await sql<{ id: string }>`
    select job.id from job join job_message message on message.job_id = job.id and message.position = 0
    where job.project_id = ${projectId} and job.author_id = ${author.id} and job.author_kind = ${author.kind}
      and job.status in ('active', 'completed')
      and job.created_at > ${new Date(now.getTime() - minutes * 60_000)}
      and message.prompt = ${prompt}
      and not exists (
        select from idempotency_key made
        where made.job_id = job.id and made.project_id = job.project_id and made.key = ${idempotencyKey}
      )
    order by job.id desc limit 1
  `.execute(db);
  return rows[0];
}
