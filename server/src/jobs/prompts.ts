import type { Database } from '../postgres/database.ts';

/** What the agent of a job has read of it, oldest first. */
export async function readPrompts(db: Database, jobId: string): Promise<string[]> {
  const read = await db
    .selectFrom('job_message')
    .select('prompt')
    .where('job_id', '=', jobId)
    .where('read_at_step', 'is not', null)
    .orderBy('position')
    .execute();
  return read.map(({ prompt }) => prompt);
}

/** What a job was told, oldest first: the prompt that it was created with, and the follow-ups. */
export async function listPrompts(db: Database, jobId: string): Promise<{ prompt: string; acceptedAt: Date }[]> {
  return await db
    .selectFrom('job_message')
    .select(['prompt', 'accepted_at as acceptedAt'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
}
