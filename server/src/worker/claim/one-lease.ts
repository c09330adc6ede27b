import { readLeased, renewLeases } from '../../jobs/claim/lease.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import { monotonic, openHold } from './hold.ts';
import { startPeriodicTasks } from '../periodic.ts';
import type { WorkerServices } from '../services.ts';
import { workOnJob } from '../work-job.ts';
import type { WorkerOptions } from '../worker-options.ts';

/** Work under a lease that another process has taken. */
export interface OneLease {
  /** Resolves when the job is settled, given back or lost; at once when it is already lost. */
  done: Promise<void>;
  end: (how: 'at-an-edge' | 'at-once') => void;
}

/** Works on one job, alone in this process, under the given lease. */
export async function workOnLease(
  services: WorkerServices,
  lease: Lease,
  { leaseSeconds, onJobArchived }: Pick<WorkerOptions, 'leaseSeconds' | 'onJobArchived'>,
): Promise<OneLease> {
  const sentAt = monotonic();
  const renewed = (await renewLeases(services.db, [lease], leaseSeconds)).get(lease.jobId);
  const job = renewed === true ? await readLeased(services.db, lease) : undefined;
  if (job === undefined) return { done: Promise.resolve(), end: () => {} };
  const hold = openHold({ lease, leaseSeconds, sentAt, clock: monotonic });
  const renew = async (): Promise<void> => {
    const at = monotonic();
    const held = (await renewLeases(services.db, [lease], leaseSeconds)).get(lease.jobId);
    if (held === undefined) hold.lose();
    else if (held) hold.renewed(at);
  };
  const unsubscribe = onJobArchived((jobId) => {
    if (jobId === undefined || jobId === lease.jobId) void renew().catch(() => {});
  });
  const stopTasks = startPeriodicTasks(services.log, [
    { name: 'renew the lease', everyMilliseconds: (leaseSeconds * 1000) / 3, run: renew },
  ]);
  const work = async (): Promise<void> => {
    try {
      await workOnJob(services, job, hold);
    } finally {
      unsubscribe();
      hold.close();
      await stopTasks();
    }
  };
  return { done: work(), end: hold.end };
}
