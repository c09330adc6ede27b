import type { Following } from '../../../http/job/open-streams.ts';
import { newTextReader, stillAlive, streamHead } from '../../../http/replies/event-stream.ts';
import type { LiveUpdate } from './live-update.ts';

/** What the stream of one open page needs. */
export interface LiveStreamOptions {
  following: Following;
  /** The sequence number of the last entry that the page has. */
  after: number;
  /** How many steps of the job were recorded when the stream began. */
  steps: number;
  /** Returns the update that the page needs; undefined when the job no longer exists. */
  readUpdate: (after: number) => Promise<LiveUpdate | undefined>;
  /** Whether something may have happened without a notification. */
  hasMissed: (shown: LiveUpdate) => Promise<boolean>;
  heartbeatMilliseconds: number;
}

/** Sent last, since a browser reconnects to a stream that just ends. An event without data would be ignored. */
const jobEnded = 'event: end\ndata: ended\n\n';

/**
 * The stream of an open page (https://html.spec.whatwg.org/multipage/server-sent-events.html): sends rendered updates
 * until the job is no longer active. The reader pulls it: for one that does not read, nothing is rendered and nothing
 * is buffered.
 */
export async function* liveStream(options: LiveStreamOptions): AsyncGenerator<string | Buffer> {
  const { following, readUpdate } = options;
  let { after, steps } = options;
  let sentParts: string | undefined;
  const sendWriting = newTextReader(following);
  yield streamHead;
  while (!following.ended) {
    const update = await readUpdate(after);
    if (update === undefined) return;
    if (update.last > after || update.parts !== sentParts) yield update.message;
    sentParts = update.parts;
    after = update.last;
    steps = update.steps ?? steps;
    if (update.hasMore) continue;
    if (!update.isActive) {
      yield jobEnded;
      return;
    }
    following.askWhyItWaits();
    yield* untilStale(options, update, () => sendWriting(steps));
  }
}

/** Sends what the model writes and signs of life, until the update that the page shows may be out of date. */
async function* untilStale(
  { following, hasMissed, heartbeatMilliseconds }: LiveStreamOptions,
  shown: LiveUpdate,
  sendWriting: () => Generator<string>,
): AsyncGenerator<string> {
  while (!following.ended) {
    yield* sendWriting();
    const received = await following.next(heartbeatMilliseconds);
    if (received === 'event' || following.ended) return;
    if (received !== undefined) continue;
    yield stillAlive;
    if (!following.ended && (await hasMissed(shown))) return;
  }
}
