import type { FastifyBaseLogger } from 'fastify';

/** Tells the log of requests that are answered 503. */
export interface RefusalLog {
  count: () => void;
  /** Tells of those that it has not told of. */
  close: () => void;
}

const everyMilliseconds = 10_000;

/**
 * Tells of the first at once, and from then on how many there were in ten seconds: a line for each of 400 slow forms a second
 * would fill a disk with 20 GB a day, for anybody who likes.
 */
export function openRefusalLog(log: Pick<FastifyBaseLogger, 'warn'>): RefusalLog {
  let refused = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    if (refused === 0) return;
    log.warn({ refused }, 'requests were answered 503: there were too many, or what they need was away');
    refused = 0;
    timer = setTimeout(tell, everyMilliseconds).unref();
  };
  return {
    count() {
      refused += 1;
      if (timer === undefined) tell();
    },
    close() {
      clearTimeout(timer);
      tell();
      clearTimeout(timer);
    },
  };
}
