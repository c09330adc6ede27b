import type { EventList, JobEvent, JobWaiting } from '@copydesk/contract';
import type { Following } from './open-streams.ts';

/** What a stream of one job's transcript needs. */
export interface EventStreamOptions {
  following: Following;
  /** The sequence number after which the stream begins. */
  after: number;
  /** Whether the job was active when the stream was admitted. */
  active: boolean;
  /** Whether it is still active; throws when the reader may not read it any more. */
  isActive: () => Promise<boolean>;
  list: (page: { after: number; limit: number }) => Promise<Pick<EventList, 'events' | 'hasMore'>>;
  heartbeatMilliseconds: number;
}

/** How long a client waits before it comes back, in milliseconds. */
const retryMilliseconds = 2_000;

const pageLimit = 100;

/**
 * The text of a `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html): what is in the
 * transcript, then what is added to it, until the job is no longer active and all was told. It is pulled by the
 * reader: for one that does not read, nothing is fetched and nothing piles up.
 */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string> {
  const { following, heartbeatMilliseconds } = options;
  let { after, active } = options;
  let told: JobWaiting | null = null;
  yield `retry: ${retryMilliseconds}\n\n`;
  while (!following.ended) {
    // The events come after the status: those of a job that had ended are all there.
    const { events, hasMore } = await options.list({ after, limit: pageLimit });
    if (events.length > 0) yield events.map(formatEvent).join('');
    after = events.at(-1)?.sequence ?? after;
    if (hasMore) continue;
    if (!active) return;
    following.askWhyItWaits();
    const { waiting } = following;
    if (waiting !== told) yield formatWaiting(waiting);
    told = waiting;
    // Not being woken is also the time to look for an event of which no notification has told.
    const woken = await following.next(heartbeatMilliseconds);
    if (!woken && !following.ended) yield ': alive\n\n';
    if (!following.ended) active = await options.isActive();
  }
}

/** No id: it is of this moment, and not of the transcript that a client goes on with. */
function formatWaiting(waiting: JobWaiting | null): string {
  return `event: waiting\ndata: ${JSON.stringify(waiting)}\n\n`;
}

/** One event of the stream. JSON text has no line break, so `data` is one line. */
export function formatEvent(event: JobEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
