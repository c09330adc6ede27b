import type { Database } from '../../postgres/database.ts';

/** Returns the prompts that a job's agent has read, oldest first. */
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

/** Returns a job's prompts, oldest first: the one that it was created with, and the follow-ups. */
export async function listPrompts(db: Database, jobId: string): Promise<{ prompt: string; acceptedAt: Date }[]> {
  return await db
    .selectFrom('job_message')
    .select(['prompt', 'accepted_at as acceptedAt'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
}
