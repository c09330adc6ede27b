import { createJob } from '../../src/jobs/request/create.ts';
import type { NewJob } from '../../src/jobs/request/create.ts';
import { claimJobs } from '../../src/jobs/claim/claim.ts';
import type { Lease, LeasedJob } from '../../src/jobs/claim/lease.ts';
import type { StepEntry } from '../../src/jobs/run/journal.ts';
import { messageJob } from '../../src/jobs/request/message.ts';
import type { StoredJob } from '../../src/jobs/present.ts';
import type { Database } from '../../src/postgres/database.ts';

export type TestProject = NewJob['project'];

export async function newJob(db: Database, project: TestProject, change: Partial<NewJob> = {}): Promise<StoredJob> {
  const { job } = await createJob(db, { ...jobRequest(project), ...change });
  return job;
}

export function jobRequest(project: TestProject): NewJob {
  return {
    project,
    prompt: 'Fix broken links',
    model: 'builtin/copyeditor',
    sourceRepository: 'https://git.example.com/docs.git',
    baseRef: 'main',
    now: new Date(),
  };
}

export async function send(db: Database, project: TestProject, jobId: string, prompt = 'And the anchors') {
  return await messageJob(db, { projectId: project.id, jobId, prompt, now: new Date() });
}

/** Claims the job that has waited longest; returns undefined when none is due. */
export async function claimNext(db: Database, worker = 'wrk_test'): Promise<LeasedJob | undefined> {
  return (await claimJobs(db, { worker, leaseSeconds: 10, most: 1, projectLimit: 1000 }))[0];
}

export async function claim(db: Database, worker = 'wrk_test'): Promise<{ job: LeasedJob; lease: Lease }> {
  const job = await claimNext(db, worker);
  if (job === undefined) throw new Error('There was no job to claim');
  return { job, lease: { jobId: job.id, epoch: job.epoch } };
}

export function stepEntry(change: Partial<StepEntry> = {}): StepEntry {
  return {
    number: 1,
    turn: 1,
    messagesRead: [0],
    messages: [
      { role: 'user', content: 'Fix broken links' },
      { role: 'assistant', content: 'There are none.' },
    ],
    tree: 'a'.repeat(40),
    files: { changed: [], undone: [] },
    finishReason: 'stop',
    startedAt: new Date(),
    finishedAt: new Date(),
    event: { text: 'There are none.', tools: [], changedFiles: [], usage: { inputTokens: 1, outputTokens: 2 } },
    ...change,
  };
}
