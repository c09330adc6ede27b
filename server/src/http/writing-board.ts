/** A piece of what a model is writing, as it is told by the worker of the job. */
export interface WrittenPiece {
  job: string;
  epoch: number;
  step: number;
  offset: number;
  text: string;
}

/** What a model has written so far of a step that is not recorded yet. */
export interface Writing {
  step: number;
  text: string;
  /** Another number when the step was begun again: what was shown of it is to be replaced. */
  beginning: number;
}

/** What models are writing, of all jobs that this process has heard of. */
export interface WritingBoard {
  hear(piece: WrittenPiece): void;
  known(jobId: string): Writing | undefined;
  /** The steps up to this one are recorded: what was written of them is of no use any more. */
  recorded(jobId: string, step: number): void;
}

export interface WritingBoardOptions {
  /** Jobs, and characters of all of them together; the one that was silent longest is forgotten first. */
  maximumJobs: number;
  maximumCharacters: number;
  /** Told of each job of which more is known now. */
  onChange: (jobId: string) => void;
}

/**
 * Keeps the pieces of each job in order. A piece may be lost with the connection on which it was told: what comes
 * behind it is not shown, until the step begins again or is recorded whole.
 */
export function openWritingBoard({ maximumJobs, maximumCharacters, onChange }: WritingBoardOptions): WritingBoard {
  const known = new Map<string, Writing & { epoch: number }>();
  let characters = 0;
  let beginnings = 0;

  const forget = (jobId: string): void => {
    characters -= known.get(jobId)?.text.length ?? 0;
    known.delete(jobId);
  };
  const keep = (jobId: string, writing: Writing & { epoch: number }): void => {
    forget(jobId);
    // Set anew, it is the last one in the map: the first is the one that was silent longest.
    known.set(jobId, writing);
    characters += writing.text.length;
    for (const [oldest] of known) {
      if (known.size <= maximumJobs && characters <= maximumCharacters) break;
      forget(oldest);
    }
  };

  return {
    hear({ job, epoch, step, offset, text }) {
      const before = known.get(job);
      if (before !== undefined && isOlder({ epoch, step }, before)) return;
      if (offset === 0) keep(job, { epoch, step, text, beginning: (beginnings += 1) });
      else if (before?.epoch !== epoch || before.step !== step) return forget(job);
      else if (offset !== before.text.length) return;
      else keep(job, { ...before, text: before.text + text });
      onChange(job);
    },
    known: (jobId) => known.get(jobId),
    recorded(jobId, step) {
      if ((known.get(jobId)?.step ?? Infinity) <= step) forget(jobId);
    },
  };
}

/** Another worker has gone on since, or the same one with the next step. */
function isOlder(piece: { epoch: number; step: number }, than: { epoch: number; step: number }): boolean {
  return piece.epoch < than.epoch || (piece.epoch === than.epoch && piece.step < than.step);
}
