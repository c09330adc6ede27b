import { setTimeout } from 'node:timers/promises';
import { ViewsResult } from '@copydesk/contract';
import { patienceMilliseconds, whyNoAnswer } from './senders.ts';
import type { Senders } from './senders.ts';

/** A client that reads the totals continuously. */
export interface Reader {
  /** Every response other than 200: the status, or what broke. */
  refusals: string[];
  /** Impossible totals, as text. */
  falsehoods: string[];
  /** How many totals were read. */
  read: () => number;
  stop: () => Promise<void>;
}

/**
 * What was acknowledged before a read must be counted in it, and what was not yet sent when the response came cannot
 * be.
 */
export function startReader(target: { address: string; token: string }, senders: Senders): Reader {
  const stopping = new AbortController();
  const [refusals, falsehoods]: [string[], string[]] = [[], []];
  let count = 0;
  const readAll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const least = sumOf(senders.acknowledged);
      const total = await readTotal(target);
      const most = sumOf(senders.sent);
      if (typeof total === 'string') refusals.push(total);
      else if (total < least || total > most) falsehoods.push(`${total}, where ${least} to ${most} may be`);
      else count += 1;
      await setTimeout(20);
    }
  };
  const ended = readAll();
  return {
    refusals,
    falsehoods,
    read: () => count,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function readTotal({ address, token }: { address: string; token: string }): Promise<number | string> {
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    const value: unknown = await response.json();
    return response.status === 200 ? ViewsResult.parse(value).totals.total : String(response.status);
  } catch (error) {
    return whyNoAnswer(error);
  }
}

export function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
