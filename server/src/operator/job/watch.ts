import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobEvent, JobWaiting } from '@copydesk/contract';
import type { Context } from '../context.ts';
import type { Watched } from './job-outcome.ts';
import type { OperatorServices } from '../operator.ts';
import { openProgress } from '../output/progress.ts';
import type { Progress } from '../output/progress.ts';

/** How often to check whether a worker is alive, before this command works on a job itself. */
const lookForWorkersMilliseconds = 1000;

/**
 * Shows a job's progress until it is no longer active or the user interrupts. When no worker is alive, this process
 * works on the job itself, and says so.
 */
export async function watchHere(
  context: Context,
  services: OperatorServices,
  { projectId, job, after = 0 }: Watched & { after?: number },
): Promise<Watched> {
  const stop = new AbortController();
  const interruption = context.stopRequest();
  void interruption.then(() => stop.abort());
  const ended = new AbortController();
  const progress = openProgress(context.terminal, context.now);
  const place = { projectId, jobId: job.id, after };
  const stopReading = services.onJobText(job.id, progress.writing);
  try {
    const [last] = await Promise.all([
      follow(services, place, progress, stop.signal).finally(() => ended.abort()),
      job.status === 'active'
        ? workWhenAlone(progress.note, services, job.id, { stop: stop.signal, ended: ended.signal })
        : undefined,
    ]);
    const interrupted = last.status === 'active' ? await interruption : undefined;
    return { job: last, projectId, interrupted };
  } finally {
    stop.abort();
    stopReading();
    progress.end();
  }
}

/**
 * Checks regularly whether a worker is alive, since one may die while this process waits, and takes over the job if
 * not.
 */
async function workWhenAlone(
  note: (line: string) => void,
  services: OperatorServices,
  jobId: string,
  { stop, ended }: { stop: AbortSignal; ended: AbortSignal },
): Promise<void> {
  const over = AbortSignal.any([stop, ended]);
  while (await services.workersAlive()) {
    await delay(lookForWorkersMilliseconds, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
  }
  note('No worker is running: this command works on the job itself.');
  await services.workUntilDone(jobId, stop);
}

/**
 * Reports each entry of the transcript when it arrives, and why the job waits for its turn. Returns the job when it is
 * no longer active, or at the signal.
 */
async function follow(
  services: OperatorServices,
  { projectId, jobId, after }: { projectId: string; jobId: string; after: number },
  { print, note }: Progress,
  signal: AbortSignal,
): Promise<Job> {
  const bell = openBell(signal);
  const unsubscribe = services.onJobEvent(jobId, bell.ring);
  try {
    let waited: string | undefined;
    for (let last = after; ; await bell.wait(services.pollMilliseconds)) {
      // The job is read before its transcript: the last entry is written together with the status, so none is missed.
      const job = await services.readJob(projectId, jobId);
      last = await printNewEvents(services, jobId, last, print);
      if (job.status !== 'active' || signal.aborted) return job;
      const detail = limitOf(await services.readWaiting(jobId));
      if (detail !== undefined && detail !== waited) note(`Waiting: ${detail}`);
      waited = detail;
    }
  } finally {
    unsubscribe();
  }
}

/**
 * A free worker takes a job within moments, and a delay for another reason is in the transcript. So only limits remain
 * to be reported.
 */
function limitOf(waiting: JobWaiting | null): string | undefined {
  const lasting: JobWaiting['reason'][] = ['project_limit', 'limit', 'other_machine'];
  return waiting !== null && lasting.includes(waiting.reason) ? waiting.detail : undefined;
}

/** Reports the entries of the transcript after `after`. Returns the sequence of the last one. */
export async function printNewEvents(
  services: OperatorServices,
  jobId: string,
  after: number,
  print: (event: JobEvent) => void,
): Promise<number> {
  let last = after;
  for (let more = true; more;) {
    const page = await services.listEvents(jobId, { after: last, limit: 100 });
    for (const event of page.events) print(event);
    last = page.events.at(-1)?.sequence ?? last;
    more = page.hasMore;
  }
  return last;
}

/** Returns the sequence of the transcript's last entry, or 0 when it is empty. */
export function lastSequence(services: OperatorServices, jobId: string): Promise<number> {
  return printNewEvents(services, jobId, 0, () => {});
}

/** A wait that ends when the bell rings (also when it rang before the wait), at the signal, or after a time. */
function openBell(signal: AbortSignal) {
  let rung = Promise.withResolvers<void>();
  const ring = () => rung.resolve();
  signal.addEventListener('abort', ring);
  return {
    ring,
    async wait(milliseconds: number): Promise<void> {
      const timer = setTimeout(ring, milliseconds);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers();
    },
  };
}
