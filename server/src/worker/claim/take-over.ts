import { endLeasesOf } from '../../jobs/claim/lease.ts';
import { forgetWorkers, listProcesses } from '../../jobs/claim/presence.ts';
import type { WorkerProcess } from '../../jobs/claim/presence.ts';
import type { Database } from '../../postgres/database.ts';

/** This process, and what it can find out about others on its machine. */
export interface Neighbours {
  self: WorkerProcess;
  /** Whether the process still runs; true when that cannot be determined. */
  isAlive: (process: { id: number; started: string }) => boolean;
}

/**
 * Ends the leases of workers whose process on this machine is gone. The rule that holds everywhere is that a lease
 * expires. This is for the ordinary case of a server that was killed and started again, which need not wait for that.
 *
 * @returns how many jobs are free again.
 */
export async function takeOverFromDead(db: Database, neighbours: Neighbours): Promise<number> {
  const processes = await listProcesses(db, neighbours.self.machine);
  const dead = processes.filter((process) => !neighbours.isAlive(process)).map(({ workerId }) => workerId);
  if (dead.length === 0) return 0;
  const freed = await endLeasesOf(db, dead);
  await forgetWorkers(db, dead);
  return freed;
}
