import { findDoubledPeople } from '../../analytics/read/readers/doubled-people.ts';
import { foldDue, newFolder } from '../../analytics/store/fold/fold.ts';
import { fillSurfaces } from '../../analytics/store/shards/fill-surfaces.ts';
import { growLargeProjects } from '../../analytics/store/shards/large-projects.ts';
import { monthsBefore } from '../../analytics/store/calendar.ts';
import { makePartitionsAhead } from '../../analytics/store/shards/partitions.ts';
import { dropOldViews, forgetOldViews } from '../../analytics/store/retention.ts';
import { forgetOldRuns } from '../../automations/events.ts';
import { forgetOldFeedback } from '../../feedback/read.ts';
import { forgetHostEvents } from '../../jobs/hosts/host-events.ts';
import { archiveIdleJobs, forgetOld } from '../../jobs/settle/housekeeping.ts';
import { wakeShared } from '../../jobs/deliver/shared-wait.ts';
import { analyzeGrown } from '../../postgres/analyze-grown.ts';
import { decidePeopleSide } from '../../projects/people-side.ts';
import { forgetOldDeliveries } from '../../webhooks/deliveries.ts';
import { mergeSmallChanges } from '../merging/merge-small-changes.ts';
import { commentEffects } from '../hosts/comment-effects.ts';
import { expireTestJobs } from './expire-test-jobs.ts';
import type { PeriodicTask } from '../periodic.ts';
import { purgeDeletedProjects } from './purge-projects.ts';
import { reconcileDeliveries } from './reconcile.ts';
import type { RepositoriesHere } from '../claim/repositories-here.ts';
import { sendReports } from './send-reports.ts';
import type { WorkerServices } from '../services.ts';

const hour = 3_600_000;
const fewMinutes = 5 * 60_000;
const minute = 60_000;
const halfMinute = 30_000;
const fewSeconds = 5_000;

/**
 * All periodic work of the server, in one list. Every task may run in several workers at once.
 *
 * @param here which repositories on disk this machine has; all of them unless given.
 * @param stopping ends tasks that may take long.
 */
export function housekeeping(
  services: WorkerServices,
  { here, stopping }: { here?: RepositoriesHere; stopping: AbortSignal },
): PeriodicTask[] {
  const { db, now, log, viewsRetentionMonths: retentionMonths, mostSlices: most = 1 } = services;
  const folder = newFolder();
  return [
    { name: 'archive idle jobs', everyMilliseconds: hour, run: () => archiveIdleJobs(db) },
    { name: 'remove old jobs of the test mode', everyMilliseconds: hour, run: () => expireTestJobs(db) },
    { name: 'let waiting jobs go on', everyMilliseconds: fewSeconds, run: () => wakeShared(db) },
    { name: 'reconcile deliveries', everyMilliseconds: minute, run: () => reconcileDeliveries(services) },
    { name: 'forget old keys and quotas', everyMilliseconds: hour, run: () => forgetOld(db) },
    { name: 'merge small changes', everyMilliseconds: minute, run: () => mergeSmallChanges(services, here) },
    { name: 'post what merged pull requests did', everyMilliseconds: hour, run: () => commentEffects(services) },
    { name: 'send reports', everyMilliseconds: fewMinutes, run: () => sendReports(services, stopping) },
    { name: 'delete old runs of automations', everyMilliseconds: hour, run: () => forgetOldRuns(db) },
    // The process that collects views also folds their journal. This task folds what an ended process left behind.
    { name: 'fold page views', everyMilliseconds: halfMinute, run: () => foldDue(db, 'left behind', folder) },
    {
      name: 'fill in the surfaces of page views',
      everyMilliseconds: hour,
      run: () => fillSurfaces(db, { now: now(), retentionMonths }),
    },
    { name: 'decide which side counts people', everyMilliseconds: hour, run: () => decidePeopleSides(services) },
    {
      name: 'make the partition of the next month of page views',
      everyMilliseconds: hour,
      run: () => makePartitionsAhead(db, now()),
    },
    {
      name: 'drop old page views',
      everyMilliseconds: hour,
      run: () => dropOldViews(db, { now: now(), retentionMonths }),
    },
    {
      name: 'put large projects into slices',
      everyMilliseconds: hour,
      run: () => growLargeProjects(db, { now: now(), most, log }),
    },
    {
      name: 'forget old feedback',
      everyMilliseconds: hour,
      run: () => forgetOldFeedback(db, new Date(monthsBefore(now().getTime(), retentionMonths))),
    },
    { name: 'delete old ids and salts of views', everyMilliseconds: hour, run: () => forgetOldViews(db, now()) },
    { name: 'delete old deliveries of webhooks', everyMilliseconds: hour, run: () => forgetOldDeliveries(db) },
    { name: 'delete old events of code hosts', everyMilliseconds: hour, run: () => forgetHostEvents(db) },
    { name: 'remove deleted projects', everyMilliseconds: halfMinute, run: () => purgeDeletedProjects(services) },
    {
      name: 'analyse tables that have doubled',
      everyMilliseconds: fewSeconds,
      run: async () => void (await analyzeGrown(db)),
    },
    { name: 'pack clones', everyMilliseconds: hour, run: () => services.workspace.maintain() },
  ];
}

/** Where the script and a middleware report the same people, only one of them counts from now on. */
async function decidePeopleSides({ db, now, log }: WorkerServices): Promise<void> {
  const moment = now();
  for (const { projectId: number, side } of await findDoubledPeople(db, moment)) {
    await decidePeopleSide(db, { number, side, now: moment });
    log.info(
      { project: number, side },
      'browsers and the server both reported people: from now on one side counts them',
    );
  }
}
