import type { JobStatus } from '@copydesk/contract';

/** What moves a job from one status to another. */
export type Transition = 'message' | 'complete' | 'fail' | 'archive';

/**
 * The whole life of a job:
 *
 *     create → active            active → completed | failed            by the agent
 *     completed | failed → active                                       a message was accepted
 *     active | completed | failed → archived                            for good
 *
 * Statements that change a status take the statuses they start from out of this table.
 */
const table: Record<Transition, { from: readonly JobStatus[]; to: JobStatus }> = {
  message: { from: ['active', 'completed', 'failed'], to: 'active' },
  complete: { from: ['active'], to: 'completed' },
  fail: { from: ['active'], to: 'failed' },
  archive: { from: ['active', 'completed', 'failed'], to: 'archived' },
};

/** Returns the status after `transition`, or undefined when the diagram has no such edge. */
export function statusAfter(status: JobStatus, transition: Transition): JobStatus | undefined {
  const edge = table[transition];
  return edge.from.includes(status) ? edge.to : undefined;
}

/** Returns the statuses that `transition` may start from. */
export function statusesBefore(transition: Transition): readonly JobStatus[] {
  return table[transition].from;
}

/** Whether a client may stop polling. */
export function isSettled(status: JobStatus): boolean {
  return status !== 'active';
}
