/**
 * The named places of a turn at which a worker may die: before and after each thing that is stored or leaves the house.
 * The reliability proofs stop and kill workers exactly there.
 */
export const faultPoints = [
  'claimed',
  'turn-begun',
  'prepared',
  'helper-due',
  'helper-answered',
  'before-step',
  'step-stored',
  'review-due',
  'verified',
  'not-held-back',
  'delivery-intended',
  'pushed',
  'push-stored',
  'pull-request-reached',
  'pull-request-stored',
  'settled',
] as const;

export type FaultPoint = (typeof faultPoints)[number];

/** Told of each place that a job's turn comes by, and with `claimed` the lease's epoch; the turn goes on when it answers. */
export type Reach = (point: FaultPoint, jobId: string, epoch?: number) => void | Promise<void>;
