import type { Database } from '../postgres/database.ts';

/** What a job was told, oldest first: the prompt that it was created with, and the follow-ups. */
export async function listPrompts(db: Database, jobId: string): Promise<{ prompt: string; acceptedAt: Date }[]> {
  return await db
    .selectFrom('job_message')
    .select(['prompt', 'accepted_at as acceptedAt'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
}
