import { isDeepStrictEqual } from 'node:util';
import type { JobWaiting } from '@copydesk/contract';

/** What open streams know about why their jobs are not worked on. */
export interface WaitingBoard {
  /** Checks a job soon, and repeatedly for as long as it waits. */
  ask(jobId: string): void;
  /** Why the job waits, as of the last check; null when it did not wait. */
  known(jobId: string): JobWaiting | null;
  /** Stops checking the job. */
  forget(jobId: string): void;
  end(): void;
}

export interface WaitingBoardOptions {
  /** Reads many jobs at once; those that do not wait are absent. */
  read: (jobIds: readonly string[]) => Promise<ReadonlyMap<string, JobWaiting>>;
  /** The time from one check to the next. */
  everyMilliseconds: number;
  /** Called for each job whose reason has changed. */
  onChange: (jobId: string) => void;
}

/**
 * Checks all jobs with one query, and runs one query at a time, however many streams ask: a thousand streams of waiting
 * jobs cost one query every few seconds, and none while no job waits.
 */
export function openWaitingBoard({ read, everyMilliseconds, onChange }: WaitingBoardOptions): WaitingBoard {
  const watched = new Set<string>();
  const known = new Map<string, JobWaiting>();
  let resting: NodeJS.Timeout | 'checking' | undefined;
  let ended = false;

  const note = (jobId: string, waiting: JobWaiting | undefined): void => {
    if (waiting === undefined) watched.delete(jobId);
    if (isDeepStrictEqual(waiting, known.get(jobId))) return;
    if (waiting === undefined) known.delete(jobId);
    else known.set(jobId, waiting);
    onChange(jobId);
  };
  const check = async (): Promise<void> => {
    const jobIds = [...watched];
    // The streams themselves report an unreachable database. Until it is back, the last known reasons are kept.
    const found = await read(jobIds).catch(() => undefined);
    if (found !== undefined) for (const jobId of jobIds) if (watched.has(jobId)) note(jobId, found.get(jobId));
  };
  const begin = (): void => {
    resting = 'checking';
    void check().finally(() => {
      resting = ended ? undefined : setTimeout(goOn, everyMilliseconds).unref();
    });
  };
  const goOn = (): void => {
    resting = undefined;
    if (watched.size > 0) begin();
  };

  return {
    ask(jobId) {
      if (ended) return;
      watched.add(jobId);
      if (resting === undefined) begin();
    },
    known: (jobId) => known.get(jobId) ?? null,
    forget(jobId) {
      watched.delete(jobId);
      known.delete(jobId);
    },
    end() {
      ended = true;
      watched.clear();
      if (resting !== 'checking') clearTimeout(resting);
    },
  };
}
