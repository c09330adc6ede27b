import { CollectResult } from '@copydesk/contract';
import type { Random } from '../../analytics/support/random.ts';
import type { KnownEvent, KnownView } from './events.ts';

/** Where events are sent to, and page views are read from. */
export interface Site {
  url: string;
  projectId: string;
  token: string;
}

/** A request: its events, and how often it is sent. */
interface Sending {
  events: KnownEvent[];
  times: number;
}

const senders = 6;

/**
 * Sends events in batches of any size, some more than once and concurrently, with some events in several batches.
 * Returns the views that must be counted.
 *
 * @throws Error when the outcome of an event that the server reports is not the expected one.
 */
export async function sendEvents(site: Site, events: KnownEvent[], random: Random): Promise<KnownView[]> {
  const queue = intoBatches(events, random).values();
  const sum = { accepted: 0, duplicates: 0 };
  const sendAll = async (): Promise<void> => {
    for (const { events: batch, times } of queue) {
      const answers = await Promise.all(Array.from({ length: times }, async () => await send(site, batch)));
      for (const answer of answers) {
        expectDropped(batch, answer);
        sum.accepted += answer.accepted;
        sum.duplicates += answer.duplicates;
      }
    }
  };
  await Promise.all(Array.from({ length: senders }, sendAll));
  const views = events.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
  if (sum.accepted !== views.length) throw new Error(`${views.length} views were sent and ${sum.accepted} accepted`);
  return views;
}

function intoBatches(events: KnownEvent[], random: Random): Sending[] {
  const batches: Sending[] = [];
  for (let start = 0; start < events.length;) {
    const size = random.chance(0.2) ? 1 : random.between(1, 1_000);
    const batch = events.slice(start, start + size);
    start += size;
    // Some events that were sent long ago are sent again, and some twice in the same batch.
    const again = Array.from({ length: random.between(0, 5) }, () => events[random.between(0, start)]);
    const several = [...batch, ...again].filter((event) => event !== undefined).slice(0, 1_000);
    batches.push({ events: several, times: random.pick([1, 1, 1, 1, 2, 3]) });
  }
  return batches;
}

async function send({ url, projectId, token }: Site, batch: KnownEvent[]): Promise<CollectResult> {
  const bodies = batch.map(({ event }) => event);
  const response = await fetch(`${url}/v1/collect/${projectId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
  });
  if (response.status !== 202) throw new Error(`Events were answered ${response.status}: ${await response.text()}`);
  return CollectResult.parse(await response.json());
}

/** Expects that the same events are dropped for the same reasons each time. */
function expectDropped(batch: KnownEvent[], answer: CollectResult): void {
  const expected = batch.flatMap(({ outcome }, index) =>
    typeof outcome === 'string' ? [{ index, reason: outcome }] : [],
  );
  const reported = answer.dropped.map(({ index, reason }) => ({ index, reason }));
  const sent = answer.accepted + answer.duplicates + answer.dropped.length;
  if (JSON.stringify(reported) === JSON.stringify(expected) && sent === batch.length) return;
  const wrong = expected.find((one, place) => JSON.stringify(one) !== JSON.stringify(reported[place]));
  const example = JSON.stringify(batch[wrong?.index ?? reported[0]?.index ?? 0]);
  throw new Error(
    `Dropped were ${JSON.stringify(reported)} rather than ${JSON.stringify(expected)}, such as ${example}`,
  );
}
