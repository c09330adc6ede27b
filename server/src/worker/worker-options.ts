import type { StartAlone } from './claim/alone.ts';
import type { MachineOfWorker } from './claim/repositories-here.ts';
import type { Neighbours } from './claim/take-over.ts';

/** What a worker may do, and what wakes it. */
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
