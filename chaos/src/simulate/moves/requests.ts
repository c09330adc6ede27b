import { createHash } from 'node:crypto';
import { isCopydeskError } from '@copydesk/contract';
import type { ErrorCode } from '@copydesk/contract';
import { archiveJob } from '../../../../server/src/jobs/settle/archive.ts';
import { createJob } from '../../../../server/src/jobs/request/create.ts';
import { messageJob } from '../../../../server/src/jobs/request/message.ts';
import { formatPrompt } from '../stand-ins/prompt.ts';
import type { Kind, Prompt } from '../stand-ins/prompt.ts';
import type { Outcome } from '../strand.ts';
import { demand } from '../violation.ts';
import { expectJob } from '../world/expected-job.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import { maximumJobs } from '../world/stage.ts';
import type { Task } from '../world/stage.ts';
import type { World } from '../world/world.ts';

/** Creates a job. With a key, the answer is lost on the way, and the same request is sent again. */
export async function create(world: World, { kind, withKey }: { kind: Kind; withKey: boolean }): Promise<boolean> {
  if (world.jobs.length >= maximumJobs) return false;
  const order = newOrder(world, kind, withKey);
  if (withKey) {
    const lost = await begin(world, order);
    await world.continueTask(lost, 'lose');
    await world.finish(lost);
  }
  const request = await begin(world, order);
  await world.finish(request);
  demand(request.strand.error === undefined, () => `a job was not created: ${String(request.strand.error)}`);
  return true;
}

/**
 * Sends the same request twice, with their statements in the given order: the second must wait, or gets the first's job
 * as its answer.
 */
export async function createTwice(world: World, { kind, order }: { kind: Kind; order: boolean[] }): Promise<boolean> {
  if (world.jobs.length >= maximumJobs) return false;
  const request = newOrder(world, kind, true);
  const pair = [await begin(world, request, 'slow'), await begin(world, request, 'slow')] as const;
  for (const first of order) await world.continueTask(first ? pair[0] : pair[1]);
  for (const one of pair) await world.finish(one);
  for (const one of pair) await world.finish(one);
  const refused = pair.filter(({ strand }) => strand.error !== undefined);
  for (const { strand } of refused) {
    demand(
      isCopydeskError(strand.error, 'idempotency_key_in_flight'),
      () => `a job was refused: ${String(strand.error)}`,
    );
    world.note('refused: idempotency_key_in_flight');
  }
  demand(refused.length < 2, () => 'of two requests with one key, both were refused');
  return true;
}

interface Order {
  prompt: Prompt;
  key: string | undefined;
}

function newOrder(world: World, kind: Kind, withKey: boolean): Order {
  world.messages += 1;
  const number = world.messages;
  return { prompt: { job: world.jobs.length, message: number, kind }, key: withKey ? `key-${number}` : undefined };
}

function begin(world: World, { prompt, key }: Order, pace: 'slow' | 'brisk' = 'brisk'): Promise<Task> {
  return world.begin('a request to create', async ({ strand, database }) => {
    strand.slow = pace === 'slow';
    const { job, replayed } = await createJob(database.db, {
      project: world.simulation.project,
      prompt: formatPrompt(prompt),
      model: 'simulated/scripted',
      sourceRepository: 'https://git.test/docs.git',
      baseRef: 'main',
      idempotency: key === undefined ? undefined : idempotency(world, key),
      now: world.clock.now(),
    });
    const known = world.jobs.some(({ id }) => id === job.id);
    if (!known) world.jobs.push(expectJob(job.id, world.jobs.length, prompt));
    world.note(replayed ? 'replayed by key' : 'created');
  });
}

/** Keys are stored for the whole project, and lifecycles share one. */
function idempotency(world: World, key: string) {
  const whole = `${world.nonce}-${key}`;
  return { key: whole, requestHash: createHash('sha256').update(whole).digest() };
}

/** Sends a message. With `standsAt` it stands still, in the middle of its transaction, until requests may continue. */
export async function message(
  world: World,
  job: ExpectedJob,
  { kind, standsAt }: { kind: Kind; standsAt: number },
): Promise<boolean> {
  world.messages += 1;
  const prompt: Prompt = { job: job.number, message: world.messages, kind };
  const sent = world.answers;
  const request = await world.begin(`a message to job ${job.number}`, async ({ strand, database }) => {
    strand.slow = standsAt > 0;
    const order = {
      projectId: world.simulation.project.id,
      jobId: job.id,
      prompt: formatPrompt(prompt),
      now: world.clock.now(),
    };
    if (await isRefused(world, ['job_archived', 'too_many_messages'], () => messageJob(database.db, order))) return;
    world.answers += 1;
    job.accepted.push({ prompt, sent, answered: world.answers });
    if (job.accepted.length > 1) job.excuses.add('limit_reached');
    if (kind === 'break') job.excuses.add('checks_failed');
  });
  await proceed(world, request, standsAt);
  return true;
}

export async function archive(world: World, job: ExpectedJob, standsAt: number): Promise<boolean> {
  job.mayBeArchived = true;
  const request = await world.begin(`a request to archive job ${job.number}`, async ({ strand, database }) => {
    strand.slow = standsAt > 0;
    await archiveJob(database.db, { projectId: world.simulation.project.id, jobId: job.id, by: 'api' });
    job.archived = true;
  });
  await proceed(world, request, standsAt);
  return true;
}

/** Lets the waiting requests continue to their answers. Those that wait for the lock of a run stay. */
export async function continueRequests(world: World): Promise<boolean> {
  const requests = world.requests.splice(0);
  for (const request of requests) await world.finish(request);
  for (const request of requests) {
    if (request.strand.over) demandAnswer(request);
    else world.requests.push(request);
  }
  return requests.length > 0;
}

/** Lets a request continue to its answer, or to where it must stand still. It may also have to wait for a lock. */
export async function proceed(world: World, request: Task, standsAt: number): Promise<void> {
  if (standsAt === 0) await world.finish(request);
  else await world.continueFor(request, standsAt);
  if (request.strand.over) return demandAnswer(request);
  world.requests.push(request);
  world.note(request.strand.place === undefined ? 'a request waits for a lock' : 'a request stands');
}

/** Lets a task continue for a while; something may go wrong with what it does next, which is noted. */
export async function disturbTask(
  world: World,
  task: Task,
  { places, outcome, name }: { places: number; outcome: Outcome; name: string },
): Promise<void> {
  await world.continueFor(task, places);
  const met = task.strand.place;
  if (met === undefined) return;
  world.note(`${name}, ${met.kind === 'call' ? met.call : met.kind}: ${outcome}`);
  await world.continueTask(task, outcome);
}

/** Returns the first of some tasks that stands still. */
export function standingIn(tasks: readonly Task[]): Task | undefined {
  return tasks.find(({ strand }) => strand.place !== undefined);
}

function demandAnswer({ strand }: Task): void {
  // A request that was cut off in its transaction got the error that the database is unavailable: nothing of it is
  // stored.
  const cut = strand.error instanceof Error && strand.error.message.startsWith('Connection terminated');
  demand(strand.error === undefined || cut, () => `${strand.name} met an error: ${String(strand.error)}`);
}

/** Whether it was refused with one of the codes that are expected here. */
async function isRefused(world: World, codes: ErrorCode[], work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    const code = codes.find((one) => isCopydeskError(error, one));
    if (code === undefined) throw error;
    world.note(`refused: ${code}`);
    return true;
  }
}
