import { CopydeskError } from '@copydesk/contract';
import type { JobWaiting } from '@copydesk/contract';
import type { HttpServices } from './services.ts';
import { openWaitingBoard } from './waiting-board.ts';
import type { WaitingBoardOptions } from './waiting-board.ts';

/** The event streams that are open in this process, woken by what is recorded in any process. */
export interface OpenStreams {
  /** Begins to follow a job. @throws CopydeskError `overloaded` when too many streams are open; `draining` after the end. */
  follow(jobId: string): Following;
  /** Ends all streams, and the listening. */
  end(): void;
}

/** One stream's ear. */
export interface Following {
  /** Whether the stream is to end because the client has gone or the server is closing. */
  readonly ended: boolean;
  /** Why the job is not worked on, as far as that was asked and is known; null when it is. */
  readonly waiting: JobWaiting | null;
  /** Has it looked at why the job is not worked on, now and for as long as that is so; a change wakes. */
  askWhyItWaits(): void;
  /** Resolves true as soon as there was an event since the last call, false after the time, or at the end. */
  next(milliseconds: number): Promise<boolean>;
  end(): void;
}

interface Ear extends Following {
  wake(): void;
}

/** One subscription serves all streams: the job's id in the notification finds the streams that follow it. */
export function openStreams(
  services: Pick<HttpServices, 'onJobEvent'>,
  maximum: number,
  waiting: Omit<WaitingBoardOptions, 'onChange'>,
): OpenStreams {
  const ears = new Map<string, Set<Ear>>();
  let open = 0;
  let closing = false;
  const wake = (jobId: string): void => {
    for (const ear of ears.get(jobId) ?? []) ear.wake();
  };
  const board = openWaitingBoard({ ...waiting, onChange: wake });
  const all = () => [...ears.values()].flatMap((of) => Array.from(of));
  const stopListening = services.onJobEvent((jobId) => {
    if (jobId === undefined) for (const ear of all()) ear.wake();
    else wake(jobId);
  });
  const forget = (jobId: string, ear: Ear) => {
    const of = ears.get(jobId);
    if (of?.delete(ear) !== true) return;
    open -= 1;
    if (of.size > 0) return;
    ears.delete(jobId);
    board.forget(jobId);
  };
  return {
    follow(jobId) {
      if (closing) throw new CopydeskError('draining', 'The server is shutting down. Come back to another one.');
      if (open >= maximum) {
        throw new CopydeskError('overloaded', 'Too many event streams are open. Poll the job, or try again later.');
      }
      const ear = newEar({
        ask: () => board.ask(jobId),
        waiting: () => board.known(jobId),
        forget: (self) => forget(jobId, self),
      });
      open += 1;
      ears.set(jobId, (ears.get(jobId) ?? new Set()).add(ear));
      return ear;
    },
    end() {
      closing = true;
      stopListening();
      board.end();
      for (const ear of all()) ear.end();
    },
  };
}

function newEar(of: { ask: () => void; waiting: () => JobWaiting | null; forget: (self: Ear) => void }): Ear {
  let heard = false;
  let ended = false;
  let answer: ((woken: boolean) => void) | undefined;
  const ear: Ear = {
    get ended() {
      return ended;
    },
    get waiting() {
      return of.waiting();
    },
    askWhyItWaits: () => of.ask(),
    async next(milliseconds) {
      if (!heard && !ended) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const timer = setTimeout(resolve, milliseconds, false);
        answer = resolve;
        await promise;
        clearTimeout(timer);
        answer = undefined;
      }
      const woken = heard;
      heard = false;
      return woken;
    },
    wake() {
      heard = true;
      answer?.(true);
    },
    end() {
      ended = true;
      answer?.(false);
      of.forget(ear);
    },
  };
  return ear;
}
