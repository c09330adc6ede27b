import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CollectResult } from '@copydesk/contract';

/** Clients that send events and, whatever happens, send each again with the same id until it is acknowledged. */
export interface Senders {
  /** Every answer but 202: the status, or what broke. */
  refusals: string[];
  /** Events of each page that were acknowledged so far. */
  acknowledged: Map<string, number>;
  /** Events of each page that were sent at least once. */
  sent: Map<string, number>;
  /** Acknowledgements that cannot be true, told as text. */
  falsehoods: string[];
  /** Lets each sender finish what it has begun, which it gives up after some seconds. */
  stop: () => Promise<void>;
}

/** How long a client waits for an answer, and how long it tries again after it was told to stop. */
export const patienceMilliseconds = 20_000;

/** One sender for each size of batches. */
export function startSenders(
  target: { address: string; token: string },
  name: string,
  batchSizes: readonly number[],
): Senders {
  const [stopping, giveUp] = [new AbortController(), new AbortController()];
  const senders: Omit<Senders, 'stop'> = { refusals: [], acknowledged: new Map(), sent: new Map(), falsehoods: [] };
  const sendAll = async (size: number, place: number): Promise<void> => {
    const page = `/${name}/sender-${place}`;
    while (!stopping.signal.aborted) {
      const batch = Array.from({ length: size }, () => eventOf(page));
      addTo(senders.sent, page, size);
      if (await sendUntilAcknowledged(target, batch, senders, giveUp.signal)) addTo(senders.acknowledged, page, size);
    }
  };
  const ended = Promise.all(batchSizes.map(sendAll));
  return {
    ...senders,
    async stop() {
      stopping.abort();
      void setTimeout(patienceMilliseconds, undefined, { ref: false }).then(() => giveUp.abort());
      await ended;
    },
  };
}

function addTo(counts: Map<string, number>, page: string, count: number): void {
  counts.set(page, (counts.get(page) ?? 0) + count);
}

/** Most of now, some of months ago, by a person. */
function eventOf(path: string): object {
  const timestamp = Date.now() - (Math.random() < 0.2 ? Math.floor(Math.random() * 200 * 86_400_000) : 0);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  return { id: randomUUID(), path, timestamp, userAgent };
}

async function sendUntilAcknowledged(
  { address, token }: { address: string; token: string },
  batch: object[],
  { refusals, falsehoods }: Omit<Senders, 'stop'>,
  giveUp: AbortSignal,
): Promise<boolean> {
  for (let attempt = 1; !giveUp.aborted; attempt += 1) {
    const answer = await send(address, token, batch);
    if (answer instanceof Object) {
      const { accepted, duplicates, dropped } = answer;
      const told = `${accepted} accepted and ${duplicates} duplicates of ${batch.length}, attempt ${attempt}`;
      if (accepted + duplicates !== batch.length || dropped.length > 0) falsehoods.push(told);
      // What was never sent before cannot have been counted.
      if (attempt === 1 && duplicates > 0) falsehoods.push(told);
      return true;
    }
    refusals.push(answer);
    await setTimeout(20 + Math.random() * 80);
  }
  falsehoods.push(`never acknowledged; at last ${refusals.at(-1)}`);
  return false;
}

async function send(address: string, token: string, batch: object[]): Promise<CollectResult | string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(batch),
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    const value: unknown = await response.json();
    return response.status === 202 ? CollectResult.parse(value) : String(response.status);
  } catch (error) {
    return whyNoAnswer(error);
  }
}

/** @throws the error when it is not of the connection. */
export function whyNoAnswer(error: unknown): string {
  if (error instanceof TypeError || error instanceof SyntaxError) return 'broken connection';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer';
  throw error;
}
