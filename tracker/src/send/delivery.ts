import { type Outcome, post } from './post.ts';
import { maximumBatch, type Queue } from './queue.ts';
import type { Report } from './report.ts';

/** The outside world: the runtime's own unless a test passes another. */
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
   * @returns how many milliseconds to wait before the next attempt: 0 when the batch was dealt with.
   */
  attempt(): Promise<number>;
  /** How many views the server has counted, and how many were given up. */
  readonly counts: { sent: number; dropped: number };
}

/** The timeout of one request, including reading its response. */
export const timeoutMilliseconds = 10_000;

/** The wait after a refusal that only a person can fix. */
const misconfiguredWaitMilliseconds = 60_000;

/** The longest wait, whatever the server asks for: it may be back sooner, and a deployment's clock may be wrong. */
const longestWaitMilliseconds = 3_600_000;

/** Sends the queue to the server, batch by batch, and reports obstacles to the site's owner. */
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

/**
 * Returns 1, 2, 4 … 60 seconds, reduced by up to half at random, so that many sites do not come back at the same
 * moment.
 */
function backOff(failures: number, random: number): number {
  return Math.min(1_000 * 2 ** failures, 60_000) * (1 - random / 2);
}

function views(count: number): string {
  return count === 1 ? '1 view' : `${count} views`;
}
