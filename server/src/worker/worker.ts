import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { claimJobs, claimOneJob } from '../jobs/claim/claim.ts';
import type { Claim } from '../jobs/claim/claim.ts';
import { renewLeases } from '../jobs/claim/lease.ts';
import type { LeasedJob } from '../jobs/claim/lease.ts';
import { endPresence, showPresence } from '../jobs/claim/presence.ts';
import { releaseJob } from '../jobs/claim/release.ts';
import { handleHosts } from './hosts/handle-hosts.ts';
import { mostAlone, runsAlone, workAlone } from './claim/alone.ts';
import type { StartAlone } from './claim/alone.ts';
import { coalesce } from './coalesce.ts';
import { monotonic, openHold } from './claim/hold.ts';
import type { OpenHold } from './claim/hold.ts';
import { openDrain } from './claim/drain.ts';
import type { Drain } from './claim/drain.ts';
import { housekeeping } from './upkeep/housekeeping.ts';
import { automationsEveryMilliseconds, startAutomations } from './run-automations.ts';
import { startPeriodicTasks } from './periodic.ts';
import type { PeriodicTask } from './periodic.ts';
import { openRepositoriesHere } from './claim/repositories-here.ts';
import type { MachineOfWorker, RepositoriesHere } from './claim/repositories-here.ts';
import type { WorkerServices } from './services.ts';
import { takeOverFromDead } from './claim/take-over.ts';
import type { Neighbours } from './claim/take-over.ts';
import { workOnJob } from './work-job.ts';

export interface WorkerOptions {
  /** How many jobs this worker works on at once. */
  concurrency: number;
  /** How many jobs of a project run at once in all workers, when the project does not set a number itself. */
  projectConcurrency: number;
  /** How many jobs run at once in all workers; no limit when absent. */
  totalConcurrency?: number;
  leaseSeconds: number;
  /** How often the queue is read when no notification comes. */
  pollMilliseconds: number;
  /** How long a step may continue when the worker stops. */
  patienceMilliseconds: number;
  /** Subscribes to notifications that a job has become active. */
  onJobActive: (callback: () => void) => () => void;
  /** Subscribes to notifications that a job was archived, with undefined when some may have been missed. */
  onJobArchived: (callback: (jobId: string | undefined) => void) => () => void;
  /** Subscribes to notifications that a code host has reported an event. */
  onHostEvent?: (callback: () => void) => () => void;
  /** Subscribes to notifications that an automation is due, or will be soon. */
  onAutomationDue?: (callback: () => void) => () => void;
  /** The other processes of this machine. When absent, others wait until the leases of this process expire. */
  neighbours?: Neighbours;
  /** This machine, among others with disks of their own. When absent, each repository counts as being here. */
  machine?: MachineOfWorker;
  /** Starts a process for a job that must run alone. When absent, it runs in this process. */
  startAlone?: StartAlone;
  /** Takes only this job, runs no housekeeping, and does not count among the workers that others wait for. */
  onlyJob?: string;
}

/** A running worker. */
export interface Worker {
  /** Resolves when the worker was asked to drain and its last job has ended. It takes no jobs after that request. */
  drained: Promise<void>;
  /**
   * Takes no new jobs. Those in progress are given back at their next step boundary, or when patience ends. May be
   * called twice.
   */
  stop: () => Promise<void>;
}

interface Run {
  hold: OpenHold;
  /** Whether the job runs in a process of its own. */
  alone: boolean;
  done: Promise<void>;
}

/** Starts to lease jobs and to work on them, several at once, until it is stopped. */
export function startWorker(services: WorkerServices, options: WorkerOptions): Worker {
  const id = `wrk_${randomBytes(9).toString('base64url')}`;
  const { db, log } = services;
  const runs = new Set<Run>();
  const ending = new AbortController();
  const drain = openDrain(services, () => runs.size);
  const here = options.machine && openRepositoriesHere(db, options.machine);

  const begin = (job: LeasedJob, sentAt: number): void => {
    const lease = { jobId: job.id, epoch: job.epoch };
    // Its own lease had expired, as when the machine was asleep. The earlier run can store nothing more.
    for (const { hold } of runs) if (hold.lease.jobId === job.id) hold.lose();
    const hold = openHold({ lease, leaseSeconds: options.leaseSeconds, sentAt, clock: monotonic });
    if (ending.signal.aborted) hold.end('at-once');
    const { startAlone } = options;
    const alone = startAlone !== undefined && runsAlone(job);
    const work = async (): Promise<void> => {
      if (await leftElsewhere(services, here, job)) return;
      await (alone ? workAlone(services, job, hold, startAlone) : workOnJob(services, job, hold));
    };
    const done = work()
      .catch((error: unknown) => log.error({ job: job.id, err: error }, 'the job is held until its lease expires'))
      .finally(() => {
        hold.close();
        runs.delete(run);
        drain.look();
        look();
      });
    const run = { hold, alone, done };
    runs.add(run);
  };

  const claim = coalesce(async () => {
    while (runs.size < options.concurrency && !ending.signal.aborted && !drain.isDraining()) {
      const sentAt = monotonic();
      const alone = [...runs].filter((run) => run.alone).length;
      const most = options.concurrency - runs.size;
      const room = { most, aloneLimit: options.startAlone && mostAlone - alone, elsewhere: here?.elsewhere() };
      const jobs = await claimSome(services, options, id, room);
      if (jobs.length === 0) return;
      const share = (monotonic() - sentAt) / (options.leaseSeconds * 1000);
      if (share < 1) for (const job of jobs) begin(job, sentAt);
      else await giveBack(services, jobs);
      // The rest of such a lease may expire before the next time when all leases are renewed.
      if (share > 1 / 3 && share < 1) renewSoon();
    }
  });
  const look = (): void => {
    claim().catch((error: unknown) => log.warn({ err: error }, 'the queue could not be read; trying again'));
  };
  const renew = coalesce(() => renewAll(services, runs, options.leaseSeconds));
  const renewSoon = (): void => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'leases could not be renewed'));
  };
  const onArchive = (jobId: string | undefined): void => {
    for (const { hold } of runs) if (hold.lease.jobId === jobId) hold.lose();
    if (jobId === undefined) renewSoon();
  };

  const hostHandling = handleHosts(services, ending.signal);
  const handleDueHosts = coalesce(hostHandling.look);
  const handleHostsSoon = (): void => {
    handleDueHosts().catch((error: unknown) =>
      log.warn({ err: error }, 'code hosts could not be polled; trying again'),
    );
  };

  const automations = startAutomations(services, ending.signal);
  const runAutomationsSoon = (): void => {
    automations
      .runDue()
      .catch((error: unknown) => log.warn({ err: error }, 'automations could not be read; trying again'));
  };

  const unsubscribe = [options.onJobActive(look), options.onJobArchived(onArchive)];
  if (options.onlyJob === undefined && options.onHostEvent) unsubscribe.push(options.onHostEvent(handleHostsSoon));
  if (options.onlyJob === undefined && options.onAutomationDue)
    unsubscribe.push(options.onAutomationDue(runAutomationsSoon));
  const stopTasks = startPeriodicTasks(log, [
    { name: 'claim jobs', everyMilliseconds: options.pollMilliseconds, run: claim },
    { name: 'renew leases', everyMilliseconds: (options.leaseSeconds * 1000) / 3, run: renew },
    ...(options.onlyJob === undefined
      ? [
          ...presenceTasks(services, { id, options, here, drain }, look),
          ...(here ? [{ name: 'place repositories', everyMilliseconds: 60_000, run: () => here.placeUnplaced() }] : []),
          { name: 'handle code hosts', everyMilliseconds: hostPollMilliseconds, run: handleDueHosts },
          { name: 'run automations', everyMilliseconds: automationsEveryMilliseconds, run: automations.runDue },
          ...housekeeping(services, { here, stopping: ending.signal }),
        ]
      : []),
  ]);

  return {
    drained: drain.drained,
    async stop() {
      ending.abort();
      for (const stop of unsubscribe) stop();
      for (const { hold } of runs) hold.end('at-an-edge');
      const others = Promise.all([hostHandling.stop(), automations.stop()]);
      const othersEnded = Promise.race([others, delay(options.patienceMilliseconds, undefined, { ref: false })]);
      const patience = setTimeout(() => {
        for (const { hold } of runs) hold.end('at-once');
      }, options.patienceMilliseconds);
      // A claim in progress may bring more jobs, which must be given back as well.
      await claim().catch(() => undefined);
      while (runs.size > 0) await Promise.all([...runs].map((run) => run.done));
      clearTimeout(patience);
      await othersEnded;
      await stopTasks();
      await endPresence(db, id).catch(() => undefined);
    },
  };
}

/**
 * How often the worker checks for hosts to poll and comments to answer. Notifications from hosts wake a worker at once.
 */
const hostPollMilliseconds = 2_000;

/** The share of a worker's places that is reserved for projects with no running job, and for other organisations. */
const keptShare = 0.25;

/** Jobs are claimed in small groups, because the next claim must count what the last one took. */
const mostAtOnce = 20;

async function claimSome(
  services: WorkerServices,
  options: WorkerOptions,
  worker: string,
  { most: room, aloneLimit, elsewhere }: Pick<Claim, 'most' | 'aloneLimit' | 'elsewhere'>,
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

/** Announces that this worker lives and which repositories it lacks, and finds workers that died without a sign. */
function presenceTasks(
  { db }: WorkerServices,
  {
    id,
    options,
    here,
    drain,
  }: { id: string; options: WorkerOptions; here: RepositoriesHere | undefined; drain: Drain },
  look: () => void,
): PeriodicTask[] {
  const { neighbours, pollMilliseconds } = options;
  const presence = {
    name: 'show presence',
    everyMilliseconds: 5_000,
    async run() {
      if ((await here?.lookAgain()) === true) look();
      const { drains } = await showPresence(db, id, neighbours?.self, here?.elsewhere());
      if (drains) drain.start();
    },
  };
  if (neighbours === undefined) return [presence];
  const takeOver = async (): Promise<void> => {
    if ((await takeOverFromDead(db, neighbours)) > 0) look();
  };
  return [presence, { name: 'take over from the dead', everyMilliseconds: pollMilliseconds, run: takeOver }];
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
