import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CollectResult } from '@copydesk/contract';

/** Clients that send events and, whatever happens, send each again with the same id until it is acknowledged. */
export interface Senders {
  /** Every response other than 202: the status, or what broke. */
  refusals: string[];
  /** Acknowledged events so far, by page. */
  acknowledged: Map<string, number>;
  /** Events that were sent at least once, by page. */
  sent: Map<string, number>;
  /** Impossible acknowledgements, as text. */
  falsehoods: string[];
  /** Lets each sender finish its current request, on which it gives up after some seconds. */
  stop: () => Promise<void>;
}

/** How long a client waits for a response, and how long it retries after it was told to stop. */
export const patienceMilliseconds = 20_000;

/** Starts one sender for each batch size. */
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

/** An event of a person: mostly from now, some from months ago. */
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
      const reported = `${accepted} accepted and ${duplicates} duplicates of ${batch.length}, attempt ${attempt}`;
      if (accepted + duplicates !== batch.length || dropped.length > 0) falsehoods.push(reported);
      // Events that were never sent before cannot be duplicates.
      if (attempt === 1 && duplicates > 0) falsehoods.push(reported);
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

/** @throws the error when it is not about the connection. */
export function whyNoAnswer(error: unknown): string {
  if (error instanceof TypeError || error instanceof SyntaxError) return 'broken connection';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer';
  throw error;
}
