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
  /** Lets each sender finish what it has begun. */
  stop: () => Promise<void>;
}

/** One sender for each size of batches. */
export function startSenders(
  target: { address: string; token: string },
  name: string,
  batchSizes: readonly number[],
): Senders {
  const stopping = new AbortController();
  const senders: Omit<Senders, 'stop'> = { refusals: [], acknowledged: new Map(), sent: new Map(), falsehoods: [] };
  const sendAll = async (size: number, place: number): Promise<void> => {
    const page = `/${name}/sender-${place}`;
    while (!stopping.signal.aborted) {
      const batch = Array.from({ length: size }, () => eventOf(page));
      addTo(senders.sent, page, size);
      await sendUntilAcknowledged(target, batch, senders);
      addTo(senders.acknowledged, page, size);
    }
  };
  const ended = Promise.all(batchSizes.map(sendAll));
  return {
    ...senders,
    async stop() {
      stopping.abort();
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
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(address, token, batch);
    if (answer instanceof Object) {
      const { accepted, duplicates, dropped } = answer;
      const told = `${accepted} accepted and ${duplicates} duplicates of ${batch.length}, attempt ${attempt}`;
      if (accepted + duplicates !== batch.length || dropped.length > 0) falsehoods.push(told);
      // What was never sent before cannot have been counted.
      if (attempt === 1 && duplicates > 0) falsehoods.push(told);
      return;
    }
    refusals.push(answer);
    await setTimeout(20 + Math.random() * 80);
  }
}

async function send(address: string, token: string, batch: object[]): Promise<CollectResult | string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(batch),
    });
    const value: unknown = await response.json();
    return response.status === 202 ? CollectResult.parse(value) : String(response.status);
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return 'broken connection';
    throw error;
  }
}
