import type { FastifyBaseLogger } from 'fastify';

/** Logs how many requests are answered 503. */
export interface RefusalLog {
  count: () => void;
  /** Logs those that are not logged yet. */
  close: () => void;
}

const everyMilliseconds = 10_000;

/**
 * Logs the first at once, and from then on the number in every ten seconds: one line for each of 400 slow forms a
 * second would let anybody fill a disk with 20 GB a day.
 */
export function openRefusalLog(log: Pick<FastifyBaseLogger, 'warn'>): RefusalLog {
  let refused = 0;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    if (refused === 0) return;
    log.warn(
      { refused },
      'requests were answered 503: there were too many, or something that they need was unavailable',
    );
    refused = 0;
    timer = setTimeout(report, everyMilliseconds).unref();
  };
  return {
    count() {
      refused += 1;
      if (timer === undefined) report();
    },
    close() {
      clearTimeout(timer);
      report();
      clearTimeout(timer);
    },
  };
}
