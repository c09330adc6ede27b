import type { EventRow } from '../watch/facts.ts';

type Status = 'active' | 'completed' | 'failed' | 'archived';

/** The state of a transcript so far. */
export interface TranscriptState {
  sequence: number;
  /** Undefined before the first entry. */
  status: Status | undefined;
  /** When the last entry was written. */
  at: Date | undefined;
}

export const emptyTranscript: TranscriptState = { sequence: 0, status: undefined, at: undefined };

/**
 * Reads the next entry of a transcript: sequences have no gap, and the entries follow the allowed transitions. A worker
 * that had lost the job wrote an entry of a turn that comes after the job has settled.
 *
 * @returns the transcript with the entry, and what is wrong with it.
 */
export function readEntry(
  state: TranscriptState,
  event: Pick<EventRow, 'sequence' | 'at' | 'type' | 'data'>,
): { state: TranscriptState; wrong: string[] } {
  const wrong: string[] = [];
  if (event.sequence !== state.sequence + 1) {
    wrong.push(`entry ${event.sequence} (${event.type}) follows entry ${state.sequence}`);
  }
  const status = isReconciled(state, event) || isOfHost(event) ? state.status : statusAfter(state.status, event.type);
  if (status === undefined) {
    wrong.push(`"${event.type}" (entry ${event.sequence}) came while the job was ${state.status ?? 'not yet there'}`);
  }
  return { state: { sequence: event.sequence, status: status ?? state.status, at: event.at }, wrong };
}

/** Returns the status after an entry, or undefined when there is no such transition. */
function statusAfter(status: Status | undefined, type: string): Status | undefined {
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
function isReconciled(state: TranscriptState, event: Pick<EventRow, 'at' | 'type' | 'data'>): boolean {
  if (state.at === undefined || (state.status !== 'failed' && state.status !== 'archived')) return false;
  const quiet = event.at.getTime() - state.at.getTime();
  return event.type === 'pull_request' && event.data.opened === false && quiet >= quietMilliseconds;
}
