import { type Outcome, post } from './post.ts';
import { maximumBatch, type Queue } from './queue.ts';
import type { Report } from './report.ts';

/** What comes from outside; the runtime's own unless a test hands in others. */
export interface Outside {
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** At least 0, below 1. */
  random: () => number;
}

export interface Delivery {
  /**
   * Sends the oldest batch once; never throws.
   * @returns how many milliseconds to wait before the next try: 0 when something was done with the batch.
   */
  attempt(): Promise<number>;
  /** Views that the server has counted, and views that were given up. */
  readonly counts: { sent: number; dropped: number };
}

/** For one request, until its answer is read. */
export const timeoutMilliseconds = 10_000;

/** After a refusal that only a person can mend. */
const misconfiguredWaitMilliseconds = 60_000;

/** However long the server says: it may be back sooner, and a deployment's clock may be wrong. */
const longestWaitMilliseconds = 3_600_000;

/** Tells the server what the queue holds, batch by batch, and the site's owner what stands in the way. */
export function openDelivery(
  queue: Queue,
  { endpoint, key }: { endpoint: string; key: string },
  report: Report,
  outside: Outside,
): Delivery {
  const counts = { sent: 0, dropped: 0 };
  let batchViews = maximumBatch;
  let failures = 0;

  function counted(ids: string[]): number {
    queue.remove(ids);
    counts.sent += ids.length;
    failures = 0;
    for (const kind of ['later', 'refused', 'misconfigured', 'full']) report.over(kind);
    return 0;
  }

  function refused(ids: string[], why: string): number {
    queue.remove(ids);
    counts.dropped += ids.length;
    report.disturbed('refused', `${views(ids.length)} will not be counted by ${endpoint}: ${why}.`);
    return 0;
  }

  function settle(outcome: Outcome, ids: string[]): number {
    switch (outcome.kind) {
      case 'counted':
        return counted(ids);
      case 'refused':
        return refused(ids, outcome.why);
      case 'too_large':
        if (ids.length === 1) return refused(ids, outcome.why);
        batchViews = Math.ceil(ids.length / 2);
        return 0;
      case 'misconfigured':
        report.disturbed(
          'misconfigured',
          `no views are counted by ${endpoint}: ${outcome.why}. Check url, projectId and key; it is tried every minute.`,
        );
        return misconfiguredWaitMilliseconds;
      case 'later': {
        const wait = backOff(failures, outside.random());
        failures += 1;
        report.disturbed('later', `views wait for ${endpoint}: ${outcome.why}. They are sent again.`, outcome.cause);
        return Math.min(Math.max(wait, (outcome.afterSeconds ?? 0) * 1_000), longestWaitMilliseconds);
      }
    }
  }

  return {
    counts,
    async attempt() {
      const { ids, body } = queue.batch(batchViews);
      if (ids.length === 0) return 0;
      const now = outside.now();
      return settle(await post(outside.fetch, { endpoint, key, body, timeoutMilliseconds, now }), ids);
    },
  };
}

/** 1, 2, 4 … 60 seconds, of which up to half is left off, so that many sites do not come back at the same moment. */
function backOff(failures: number, random: number): number {
  return Math.min(1_000 * 2 ** failures, 60_000) * (1 - random / 2);
}

function views(count: number): string {
  return count === 1 ? '1 view' : `${count} views`;
}
