/** A piece of what a model is writing, as the worker of the job reports it. */
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
  /** Changes when the step is restarted: the client must replace what it has shown of it. */
  beginning: number;
}

/** What models are writing, for all jobs that this process has notifications of. */
export interface WritingBoard {
  add(piece: WrittenPiece): void;
  known(jobId: string): Writing | undefined;
  /** Notes that the steps up to this one are recorded, so that their partial text is no longer needed. */
  recorded(jobId: string, step: number): void;
}

export interface WritingBoardOptions {
  /** Limits of jobs, and of the characters of all jobs together; the job that was silent longest is dropped first. */
  maximumJobs: number;
  maximumCharacters: number;
  /** Called for each job that has new text. */
  onChange: (jobId: string) => void;
}

/**
 * Keeps the pieces of each job in order. A piece may be lost together with the connection that reported it. Pieces
 * after it are not shown until the step is restarted or recorded.
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
    // Setting it again moves it to the end of the map: the first entry is the job that was silent longest.
    known.set(jobId, writing);
    characters += writing.text.length;
    for (const [oldest] of known) {
      if (known.size <= maximumJobs && characters <= maximumCharacters) break;
      forget(oldest);
    }
  };

  return {
    add({ job, epoch, step, offset, text }) {
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

/** Whether another worker has continued since, or the same worker has started the next step. */
function isOlder(piece: { epoch: number; step: number }, than: { epoch: number; step: number }): boolean {
  return piece.epoch < than.epoch || (piece.epoch === than.epoch && piece.step < than.step);
}
