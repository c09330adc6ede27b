import type { JobStatus } from '@copydesk/contract';

/** What moves a job from one status to another. */
export type Transition = 'message' | 'complete' | 'fail' | 'archive';

/**
 * The life of a job, whole:
 *
 *     create → active            active → completed | failed            by the agent
 *     completed | failed → active                                       a message was accepted
 *     active | completed | failed → archived                            for good
 *
 * Statements that change a status name the statuses they start from by this table.
 */
const table: Record<Transition, { from: readonly JobStatus[]; to: JobStatus }> = {
  message: { from: ['active', 'completed', 'failed'], to: 'active' },
  complete: { from: ['active'], to: 'completed' },
  fail: { from: ['active'], to: 'failed' },
  archive: { from: ['active', 'completed', 'failed'], to: 'archived' },
};

/** The status after `transition`, or undefined where the drawing has no such edge. */
export function after(status: JobStatus, transition: Transition): JobStatus | undefined {
  const edge = table[transition];
  return edge.from.includes(status) ? edge.to : undefined;
}

/** The statuses that `transition` may start from. */
export function statusesBefore(transition: Transition): readonly JobStatus[] {
  return table[transition].from;
}

/** Whether a client that polls may stop. */
export function isSettled(status: JobStatus): boolean {
  return status !== 'active';
}
