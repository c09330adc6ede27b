/**
 * The named places of a turn at which a worker may die: before and after everything that is stored or leaves the
 * server. The reliability proofs stop and kill workers exactly there.
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

/**
 * Called at each place that a job's turn passes, with the lease's epoch at `claimed`. The turn continues when it
 * resolves.
 */
export type OnFaultPoint = (point: FaultPoint, jobId: string, epoch?: number) => void | Promise<void>;
