import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endPresence, showPresence } from '../jobs/claim/presence.ts';
import { openRepositoriesHere } from './claim/repositories-here.ts';
import type { RepositoriesHere } from './claim/repositories-here.ts';
import { takeOverFromDead } from './claim/take-over.ts';
import { coalesce } from './coalesce.ts';
import { handleHosts } from './hosts/handle-hosts.ts';
import { JobRuns } from './job-runs.ts';
import { startPeriodicTasks } from './periodic.ts';
import type { PeriodicTask } from './periodic.ts';
import { retried } from './retried.ts';
import { automationsEveryMilliseconds, startAutomations } from './run-automations.ts';
import type { WorkerServices } from './services.ts';
import { housekeeping } from './upkeep/housekeeping.ts';
import type { WorkerOptions } from './worker-options.ts';

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

/** Starts to lease jobs and to work on them, several at once, until it is stopped. */
export function startWorker(services: WorkerServices, options: WorkerOptions): Worker {
  const id = `wrk_${randomBytes(9).toString('base64url')}`;
  const { db, log } = services;
  const ending = new AbortController();
  const here = options.machine && openRepositoriesHere(db, options.machine);
  const runs = new JobRuns(services, options, { id, here, stopping: ending.signal });
  const hosts = handleHosts(services, ending.signal);
  const handleDueHosts = coalesce(hosts.handleDue);
  const automations = startAutomations(services, ending.signal);
  const isShared = options.onlyJob === undefined;

  const unsubscribe = [options.onJobActive(runs.poll), options.onJobArchived((jobId) => runs.archived(jobId))];
  if (isShared && options.onHostEvent) {
    const failure = 'code hosts could not be polled; trying again';
    unsubscribe.push(options.onHostEvent(retried(log, handleDueHosts, failure)));
  }
  if (isShared && options.onAutomationDue) {
    const failure = 'automations could not be read; trying again';
    unsubscribe.push(options.onAutomationDue(retried(log, automations.runDue, failure)));
  }
  const stopTasks = startPeriodicTasks(log, [
    { name: 'claim jobs', everyMilliseconds: options.pollMilliseconds, run: runs.claim },
    { name: 'renew leases', everyMilliseconds: (options.leaseSeconds * 1000) / 3, run: runs.renew },
    ...(isShared
      ? [
          ...presenceTasks(services, { id, options, here, runs }),
          ...(here ? [{ name: 'place repositories', everyMilliseconds: 60_000, run: () => here.placeUnplaced() }] : []),
          { name: 'handle code hosts', everyMilliseconds: hostPollMilliseconds, run: handleDueHosts },
          { name: 'run automations', everyMilliseconds: automationsEveryMilliseconds, run: automations.runDue },
          ...housekeeping(services, { here, stopping: ending.signal }),
        ]
      : []),
  ]);

  return {
    drained: runs.drain.drained,
    async stop() {
      ending.abort();
      for (const end of unsubscribe) end();
      const jobsEnded = runs.stop();
      const others = Promise.all([hosts.stop(), automations.stop()]);
      const othersEnded = Promise.race([others, delay(options.patienceMilliseconds, undefined, { ref: false })]);
      await jobsEnded;
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

/** Announces that this worker lives and which repositories it lacks, and finds workers that died without a sign. */
function presenceTasks(
  { db }: WorkerServices,
  {
    id,
    options,
    here,
    runs,
  }: { id: string; options: WorkerOptions; here: RepositoriesHere | undefined; runs: JobRuns },
): PeriodicTask[] {
  const { drain, poll } = runs;
  const { neighbours, pollMilliseconds } = options;
  const presence = {
    name: 'show presence',
    everyMilliseconds: 5_000,
    async run() {
      if ((await here?.recheck()) === true) poll();
      const { drains } = await showPresence(db, id, neighbours?.self, here?.elsewhere());
      if (drains) drain.start();
    },
  };
  if (neighbours === undefined) return [presence];
  const takeOver = async (): Promise<void> => {
    if ((await takeOverFromDead(db, neighbours)) > 0) poll();
  };
  return [presence, { name: 'take over from the dead', everyMilliseconds: pollMilliseconds, run: takeOver }];
}
