import { claimJobs, claimOneJob } from '../jobs/claim/claim.ts';
import type { Claim } from '../jobs/claim/claim.ts';
import { renewLeases } from '../jobs/claim/lease.ts';
import type { LeasedJob } from '../jobs/claim/lease.ts';
import { releaseJob } from '../jobs/claim/release.ts';
import { mostAlone, runsAlone, workAlone } from './claim/alone.ts';
import { openDrain } from './claim/drain.ts';
import type { Drain } from './claim/drain.ts';
import { monotonic, openHold } from './claim/hold.ts';
import type { OpenHold } from './claim/hold.ts';
import type { RepositoriesHere } from './claim/repositories-here.ts';
import { coalesce } from './coalesce.ts';
import { retried } from './retried.ts';
import type { WorkerServices } from './services.ts';
import { workOnJob } from './work-job.ts';
import type { WorkerOptions } from './worker-options.ts';

/** The jobs that a worker has leased, and its work on them. */
export class JobRuns {
  readonly drain: Drain;
  /** Leases jobs as long as there is room for more. */
  readonly claim: () => Promise<void>;
  /** Does the same in the background. */
  readonly poll: () => void;
  /** Renews all leases. */
  readonly renew: () => Promise<void>;
  readonly #renewSoon: () => void;
  readonly #services: WorkerServices;
  readonly #options: WorkerOptions;
  readonly #owner: Owner;
  readonly #runs = new Set<Run>();

  constructor(services: WorkerServices, options: WorkerOptions, owner: Owner) {
    const { log } = services;
    this.#services = services;
    this.#options = options;
    this.#owner = owner;
    this.drain = openDrain(services, () => this.#runs.size);
    this.claim = coalesce(() => this.#fill());
    this.poll = retried(log, this.claim, 'the queue could not be read; trying again');
    this.renew = coalesce(() => renewAll(services, this.#runs, options.leaseSeconds));
    this.#renewSoon = retried(log, this.renew, 'leases could not be renewed');
  }

  async #fill(): Promise<void> {
    const { id, stopping } = this.#owner;
    const { concurrency, leaseSeconds } = this.#options;
    while (this.#runs.size < concurrency && !stopping.aborted && !this.drain.isDraining()) {
      const sentAt = monotonic();
      const jobs = await claimSome(this.#services, this.#options, id, this.#room());
      if (jobs.length === 0) return;
      const share = (monotonic() - sentAt) / (leaseSeconds * 1000);
      if (share < 1) for (const job of jobs) this.#begin(job, sentAt);
      else await giveBack(this.#services, jobs);
      // The rest of such a lease may expire before the next time when all leases are renewed.
      if (share > 1 / 3 && share < 1) this.#renewSoon();
    }
  }

  #room(): Room {
    const { concurrency, startAlone } = this.#options;
    const alone = [...this.#runs].filter((run) => run.alone).length;
    return {
      most: concurrency - this.#runs.size,
      aloneLimit: startAlone && mostAlone - alone,
      elsewhere: this.#owner.here?.elsewhere(),
    };
  }

  #begin(job: LeasedJob, sentAt: number): void {
    const { leaseSeconds, startAlone } = this.#options;
    const lease = { jobId: job.id, epoch: job.epoch };
    // Its own lease had expired, as when the machine was asleep. The earlier run can store nothing more.
    this.#lose(job.id);
    const hold = openHold({ lease, leaseSeconds, sentAt, clock: monotonic });
    if (this.#owner.stopping.aborted) hold.end('at-once');
    const alone = startAlone !== undefined && runsAlone(job);
    const done = this.#work(job, hold, alone ? startAlone : undefined)
      .catch((error: unknown) =>
        this.#services.log.error({ job: job.id, err: error }, 'the job is held until its lease expires'),
      )
      .finally(() => {
        hold.close();
        this.#runs.delete(run);
        this.drain.update();
        this.poll();
      });
    const run = { hold, alone, done };
    this.#runs.add(run);
  }

  async #work(job: LeasedJob, hold: OpenHold, startAlone: WorkerOptions['startAlone']): Promise<void> {
    if (await leftElsewhere(this.#services, this.#owner.here, job)) return;
    await (startAlone === undefined
      ? workOnJob(this.#services, job, hold)
      : workAlone(this.#services, job, hold, startAlone));
  }

  #lose(jobId: string | undefined): void {
    for (const { hold } of this.#runs) if (hold.lease.jobId === jobId) hold.lose();
  }

  /** Stops the work on an archived job. Undefined when some may have been missed: the leases are then asked for. */
  archived(jobId: string | undefined): void {
    this.#lose(jobId);
    if (jobId === undefined) this.#renewSoon();
  }

  /**
   * Gives the jobs back at their next step boundary, or when patience ends. To be called after the worker's signal was
   * aborted, so that no more are begun.
   */
  async stop(): Promise<void> {
    for (const { hold } of this.#runs) hold.end('at-an-edge');
    const patience = setTimeout(() => {
      for (const { hold } of this.#runs) hold.end('at-once');
    }, this.#options.patienceMilliseconds);
    // A claim in progress may bring more jobs, which must be given back as well.
    await this.claim().catch(() => undefined);
    while (this.#runs.size > 0) await Promise.all([...this.#runs].map((run) => run.done));
    clearTimeout(patience);
  }
}

interface Run {
  hold: OpenHold;
  /** Whether the job runs in a process of its own. */
  alone: boolean;
  done: Promise<void>;
}

/** The worker whose jobs these are. */
interface Owner {
  id: string;
  /** The repositories of this machine; undefined when each repository counts as being here. */
  here: RepositoriesHere | undefined;
  /** Aborts when the worker stops. */
  stopping: AbortSignal;
}

type Room = Pick<Claim, 'most' | 'aloneLimit' | 'elsewhere'>;

/** The share of a worker's places that is reserved for projects with no running job, and for other organisations. */
const keptShare = 0.25;

/** Jobs are claimed in small groups, because the next claim must count what the last one took. */
const mostAtOnce = 20;

async function claimSome(
  services: WorkerServices,
  options: WorkerOptions,
  worker: string,
  { most: room, aloneLimit, elsewhere }: Room,
): Promise<LeasedJob[]> {
  const { leaseSeconds, onlyJob, projectConcurrency: projectLimit, totalConcurrency: totalLimit } = options;
  if (onlyJob !== undefined) {
    const job = await claimOneJob(services.db, { worker, leaseSeconds, jobId: onlyJob });
    return job === undefined ? [] : [job];
  }
  const most = Math.min(room, mostAtOnce);
  const kept = Math.floor(options.concurrency * keptShare);
  return await claimJobs(services.db, {
    worker,
    leaseSeconds,
    most,
    kept: Math.max(0, kept - (room - most)),
    organisationLimit: options.concurrency - kept,
    projectLimit,
    totalLimit,
    aloneLimit,
    elsewhere,
  });
}

/**
 * Gives back the jobs of a claim that took longer than its leases last, as when the database stood still. The jobs can
 * be claimed again at once, and this counts as nothing.
 */
async function giveBack({ db }: WorkerServices, jobs: readonly LeasedJob[]): Promise<void> {
  await Promise.all(
    jobs.map(({ id: jobId, epoch }) => releaseJob(db, { jobId, epoch }, { afterSeconds: 0, counts: 'nothing' })),
  );
}

/** Leaves a job to the workers of the machine that has its repository. @returns whether it was left. */
async function leftElsewhere(
  services: WorkerServices,
  here: RepositoriesHere | undefined,
  { id: jobId, epoch, project_id: projectId }: LeasedJob,
): Promise<boolean> {
  if (here === undefined || !(await here.isElsewhere(projectId))) return false;
  services.log.info(
    { job: jobId, project: projectId },
    'the repository is on another machine; the job is left to that machine',
  );
  await releaseJob(services.db, { jobId, epoch }, { afterSeconds: 0, counts: 'nothing' });
  return true;
}

/** Stops work whose lease is gone: it could store nothing more. */
async function renewAll(services: WorkerServices, runs: ReadonlySet<Run>, leaseSeconds: number): Promise<void> {
  const holds = [...runs].map(({ hold }) => hold);
  const sentAt = monotonic();
  const leases = holds.map((hold) => hold.lease);
  const held = await renewLeases(services.db, leases, leaseSeconds);
  for (const hold of holds) {
    const renewed = held.get(hold.lease.jobId);
    if (renewed === undefined) hold.lose();
    else if (renewed) hold.renewed(sentAt);
  }
}
