import { randomBytes } from 'node:crypto';
import { claimJob, renewLeases } from '../jobs/lease.ts';
import type { Lease, LeasedJob } from '../jobs/lease.ts';
import { endPresence, showPresence } from '../jobs/presence.ts';
import { coalesce } from './coalesce.ts';
import { housekeeping } from './housekeeping.ts';
import { startPeriodicTasks } from './periodic.ts';
import type { PeriodicTask } from './periodic.ts';
import type { WorkerServices } from './services.ts';
import { workOnJob } from './work-job.ts';

export interface WorkerOptions {
  /** How many jobs are worked on at once. */
  concurrency: number;
  leaseSeconds: number;
  /** How often the queue is looked at when nobody says that it has changed. */
  pollMilliseconds: number;
  /** Tells when a job has become active. */
  onJobActive: (callback: () => void) => () => void;
  /** Takes this one job alone, no part in housekeeping, and is not counted among the workers that others wait for. */
  onlyJob?: string;
}

/** A worker at work. */
export interface Worker {
  /** No new jobs; those under way are given back at their next step's edge. May be called twice. */
  stop: () => Promise<void>;
}

interface Held {
  lease: Lease;
  abort: AbortController;
  done: Promise<void>;
}

/** Starts to lease jobs and to work on them, several at once, until it is stopped. */
export function startWorker(services: WorkerServices, options: WorkerOptions): Worker {
  const id = `wrk_${randomBytes(9).toString('base64url')}`;
  const held = new Set<Held>();
  const ending = new AbortController();

  const begin = (job: LeasedJob): void => {
    // Its own lease had run out, as when the machine has slept: the former run can store nothing more.
    for (const earlier of held) if (earlier.lease.jobId === job.id) earlier.abort.abort();
    const abort = new AbortController();
    if (ending.signal.aborted) abort.abort();
    const done = workOnJob(services, job, abort.signal)
      .catch((error: unknown) => services.log.error({ job: job.id, err: error }, 'the job was left to its lease'))
      .finally(() => {
        held.delete(entry);
        look();
      });
    const entry = { lease: { jobId: job.id, epoch: job.epoch }, abort, done };
    held.add(entry);
  };
  const claim = coalesce(async () => {
    while (held.size < options.concurrency && !ending.signal.aborted) {
      const job = await claimJob(services.db, { id, leaseSeconds: options.leaseSeconds, onlyJob: options.onlyJob });
      if (job === undefined) return;
      begin(job);
    }
  });
  const look = (): void => {
    claim().catch((error: unknown) => services.log.warn({ err: error }, 'the queue could not be read; trying again'));
  };

  const unsubscribe = options.onJobActive(look);
  const stopTasks = startPeriodicTasks(services.log, [
    { name: 'look at the queue', everyMilliseconds: options.pollMilliseconds, run: claim },
    {
      name: 'renew leases',
      everyMilliseconds: (options.leaseSeconds * 1000) / 3,
      run: () => renew(services, held, options.leaseSeconds),
    },
    ...(options.onlyJob === undefined ? [presence(services, id), ...housekeeping(services)] : []),
  ]);

  return {
    async stop() {
      ending.abort();
      unsubscribe();
      for (const { abort } of held) abort.abort();
      // A claim under way may bring one more job, which is to be given back as well.
      await claim().catch(() => undefined);
      await Promise.all([...held].map((entry) => entry.done));
      await stopTasks();
      await endPresence(services.db, id).catch(() => undefined);
    },
  };
}

function presence({ db }: WorkerServices, id: string): PeriodicTask {
  return { name: 'show presence', everyMilliseconds: 5_000, run: () => showPresence(db, id) };
}

/** Work whose lease is gone is stopped: it could store nothing more. */
async function renew(services: WorkerServices, held: ReadonlySet<Held>, leaseSeconds: number): Promise<void> {
  const entries = [...held];
  const leases = entries.map((entry) => entry.lease);
  const kept = await renewLeases(services.db, leases, leaseSeconds);
  for (const { lease, abort } of entries) if (!kept.has(lease.jobId)) abort.abort();
}
