import type { EventRow } from '../watch/facts.ts';

type Status = 'active' | 'completed' | 'failed' | 'archived';

/** The state of a transcript so far. */
export interface Told {
  sequence: number;
  /** Undefined before the first entry. */
  status: Status | undefined;
  /** When the last entry was written. */
  at: Date | undefined;
}

export const untold: Told = { sequence: 0, status: undefined, at: undefined };

/**
 * Reads the next entry of a transcript: sequences have no gap, and the entries follow the allowed transitions. A worker
 * that had lost the job wrote an entry of a turn that comes after the job has settled.
 *
 * @returns the transcript with the entry, and what is wrong with it.
 */
export function tell(
  told: Told,
  event: Pick<EventRow, 'sequence' | 'at' | 'type' | 'data'>,
): { told: Told; wrong: string[] } {
  const wrong: string[] = [];
  if (event.sequence !== told.sequence + 1) {
    wrong.push(`entry ${event.sequence} (${event.type}) follows entry ${told.sequence}`);
  }
  const status = isReconciled(told, event) || isOfHost(event) ? told.status : after(told.status, event.type);
  if (status === undefined) {
    wrong.push(`"${event.type}" (entry ${event.sequence}) came while the job was ${told.status ?? 'not yet there'}`);
  }
  return { told: { sequence: event.sequence, status: status ?? told.status, at: event.at }, wrong };
}

/** Returns the status after an entry, or undefined when there is no such transition. */
function after(status: Status | undefined, type: string): Status | undefined {
  if (type === 'message') return status === 'archived' ? undefined : 'active';
  if (status === undefined || status === 'archived') return undefined;
  if (type === 'archived') return 'archived';
  if (status !== 'active') return undefined;
  return type === 'completed' || type === 'failed' ? type : 'active';
}

/**
 * What the code host says about a pull request is reported whenever it arrives: nobody needs to hold the job for that.
 */
function isOfHost({ type, data }: Pick<EventRow, 'type' | 'data'>): boolean {
  if (type !== 'noted') return type === 'checks' || type === 'conflict';
  return typeof data.detail === 'string' && /checks of pull request #/i.test(data.detail);
}

/** How long the product leaves a job alone that has ended before it checks what became of its delivery. */
const quietMilliseconds = 30_000;

/** The only entry that is written for a job that has ended: its pull request was found at the code host. */
function isReconciled(told: Told, event: Pick<EventRow, 'at' | 'type' | 'data'>): boolean {
  if (told.at === undefined || (told.status !== 'failed' && told.status !== 'archived')) return false;
  const quiet = event.at.getTime() - told.at.getTime();
  return event.type === 'pull_request' && event.data.opened === false && quiet >= quietMilliseconds;
}
