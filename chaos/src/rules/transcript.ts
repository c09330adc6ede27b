import type { EventRow } from '../watch/facts.ts';

/** What a transcript says so far. */
export interface Told {
  sequence: number;
  status: 'active' | 'completed' | 'failed' | 'archived' | undefined;
}

export const untold: Told = { sequence: 0, status: undefined };

/**
 * Reads the next entry of a transcript: sequences have no gap, and the entries follow the drawn edges. An entry of a
 * turn that comes after its job has settled was written by somebody who had lost the job.
 *
 * @returns the transcript with the entry, and what is wrong with it.
 */
export function tell(told: Told, event: Pick<EventRow, 'sequence' | 'type'>): { told: Told; wrong: string[] } {
  const wrong: string[] = [];
  if (event.sequence !== told.sequence + 1) {
    wrong.push(`entry ${event.sequence} (${event.type}) follows entry ${told.sequence}`);
  }
  const status = after(told.status, event.type);
  if (status === undefined) {
    wrong.push(`"${event.type}" (entry ${event.sequence}) came while the job was ${told.status ?? 'not yet there'}`);
  }
  return { told: { sequence: event.sequence, status: status ?? told.status }, wrong };
}

/** The status after an entry, or undefined where there is no such edge. */
function after(status: Told['status'], type: string): Told['status'] {
  if (type === 'message') return status === 'archived' ? undefined : 'active';
  if (status === undefined || status === 'archived') return undefined;
  if (type === 'archived') return 'archived';
  if (status !== 'active') return undefined;
  return type === 'completed' || type === 'failed' ? type : 'active';
}
