import type { Following } from '../../http/open-streams.ts';
import { stillAlive, streamHead, writingTeller } from '../../http/event-stream.ts';
import type { News } from './live-news.ts';

/** What the stream of one open page needs. */
export interface LiveStreamOptions {
  following: Following;
  /** The sequence number of the last entry that the page has. */
  after: number;
  /** How many steps of the job were recorded when the stream began. */
  steps: number;
  /** What the page lacks; undefined when the job is there no more. */
  readNews: (after: number) => Promise<News | undefined>;
  /** Whether there may be something that nobody has told of. */
  hasMissed: (shown: News) => Promise<boolean>;
  heartbeatMilliseconds: number;
}

/** Told last, for a browser comes back to a stream that just ends. Events without data are none. */
const jobEnded = 'event: end\ndata: ended\n\n';

/**
 * The stream of an open page (https://html.spec.whatwg.org/multipage/server-sent-events.html): what has come since, as
 * it looks, until the job is at work no more. It is pulled by the reader: for one that does not read, nothing is
 * rendered and nothing piles up.
 */
export async function* liveStream(options: LiveStreamOptions): AsyncGenerator<string | Buffer> {
  const { following, readNews, hasMissed, heartbeatMilliseconds } = options;
  let { after, steps } = options;
  let told: string | undefined;
  const tellWriting = writingTeller(following);
  yield streamHead;
  while (!following.ended) {
    const news = await readNews(after);
    if (news === undefined) return;
    if (news.last > after || news.parts !== told) yield news.message;
    told = news.parts;
    after = news.last;
    steps = news.steps ?? steps;
    if (news.hasMore) continue;
    if (!news.isActive) {
      yield jobEnded;
      return;
    }
    following.askWhyItWaits();
    let isStale = false;
    while (!isStale && !following.ended) {
      yield* tellWriting(steps);
      const heard = await following.next(heartbeatMilliseconds);
      if (heard === undefined && !following.ended) yield stillAlive;
      isStale = heard === 'event' || (heard === undefined && !following.ended && (await hasMissed(news)));
    }
  }
}
