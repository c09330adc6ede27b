import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Hold } from '../claim/hold.ts';
import type { WorkerServices } from '../services.ts';
import type { PreparedTurn } from '../turn.ts';

/** What a delivery is made with: the turn that is delivered, and the hold that allows it. */
export interface DeliveryWork {
  services: WorkerServices;
  job: LeasedJob;
  turn: PreparedTurn;
  hold: Hold;
}
