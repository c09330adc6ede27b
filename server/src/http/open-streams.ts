import { CopydeskError } from '@copydesk/contract';
import type { HttpServices } from './services.ts';

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
  /** Resolves true as soon as there was an event since the last call, false after the time, or at the end. */
  next(milliseconds: number): Promise<boolean>;
  end(): void;
}

interface Ear extends Following {
  wake(): void;
}

/** One subscription serves all streams: the job's id in the notification finds the streams that follow it. */
export function openStreams(services: Pick<HttpServices, 'onJobEvent'>, maximum: number): OpenStreams {
  const ears = new Map<string, Set<Ear>>();
  let open = 0;
  let closing = false;
  const all = () => [...ears.values()].flatMap((of) => Array.from(of));
  const stopListening = services.onJobEvent((jobId) => {
    for (const ear of jobId === undefined ? all() : (ears.get(jobId) ?? [])) ear.wake();
  });
  const forget = (jobId: string, ear: Ear) => {
    const of = ears.get(jobId);
    if (of?.delete(ear) !== true) return;
    open -= 1;
    if (of.size === 0) ears.delete(jobId);
  };
  return {
    follow(jobId) {
      if (closing) throw new CopydeskError('draining', 'The server is shutting down. Come back to another one.');
      if (open >= maximum) {
        throw new CopydeskError('overloaded', 'Too many event streams are open. Poll the job, or try again later.');
      }
      const ear = newEar((self) => forget(jobId, self));
      open += 1;
      ears.set(jobId, (ears.get(jobId) ?? new Set()).add(ear));
      return ear;
    },
    end() {
      closing = true;
      stopListening();
      for (const ear of all()) ear.end();
    },
  };
}

function newEar(forget: (self: Ear) => void): Ear {
  let heard = false;
  let ended = false;
  let answer: ((woken: boolean) => void) | undefined;
  const ear: Ear = {
    get ended() {
      return ended;
    },
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
      forget(ear);
    },
  };
  return ear;
}
