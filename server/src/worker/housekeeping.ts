import { archiveIdleJobs, forgetOld } from '../jobs/housekeeping.ts';
import type { PeriodicTask } from './periodic.ts';
import type { WorkerServices } from './services.ts';

const hour = 3_600_000;

/** All periodic work of the house, in one list. Every task may run in several workers at once. */
export function housekeeping(services: WorkerServices): PeriodicTask[] {
  return [
    { name: 'archive idle jobs', everyMilliseconds: hour, run: () => archiveIdleJobs(services.db) },
    { name: 'forget old keys and quotas', everyMilliseconds: hour, run: () => forgetOld(services.db) },
    { name: 'pack clones', everyMilliseconds: hour, run: () => services.workspace.maintain() },
  ];
}
