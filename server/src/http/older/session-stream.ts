import type { EventList, JobEvent } from '@copydesk/contract';
import { stillAlive } from '../event-stream.ts';
import type { Following } from '../open-streams.ts';

/** What the stream of one job needs. */
export interface SessionStreamOptions {
  following: Following;
  jobId: string;
  /** Whether it is still active; throws when the reader may not read it any more. */
  isActive: () => Promise<boolean>;
  /** A page of its transcript. */
  list: (page: { after: number; limit: number }) => Promise<Pick<EventList, 'events' | 'hasMore'>>;
  heartbeatMilliseconds: number;
  /** After which time the answer ends, and says that the job goes on. */
  longestMilliseconds: number;
  now: () => Date;
}

/**
 * Clients of the older version that wait for the end of the answer give up after five minutes (curl's `--max-time 300` in one,
 * the time limit of HTTP requests in another), and some then send the request again, which would make a second job.
 */
export const longestAnswerMilliseconds = 240_000;

/** What says that the answer is a UI message stream (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol). */
export const sessionStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

const pageLimit = 100;

/** While the model writes, it is asked so often whether the reader may still read. */
const askAgainMilliseconds = 1_000;

/**
 * The text of a UI message stream: what the model says, step by step, then the pull request or why the job failed. It is pulled
 * by the reader, so that nothing piles up for one that does not read.
 */
export async function* sessionStream(options: SessionStreamOptions): AsyncGenerator<string> {
  const { following, jobId, heartbeatMilliseconds, now } = options;
  const end = now().getTime() + options.longestMilliseconds;
  let after = 0;
  let active = true;
  yield part({ type: 'start', messageId: jobId });
  while (!following.ended) {
    active = await options.isActive();
    // The events come after the status: those of a job that had ended are all there.
    for (let hasMore = true; hasMore && !following.ended;) {
      const page = await options.list({ after, limit: pageLimit });
      yield* page.events.flatMap(partsOf);
      after = page.events.at(-1)?.sequence ?? after;
      ({ hasMore } = page);
    }
    if (!active || now().getTime() >= end) break;
    const news = await nextEvent(following, Math.min(heartbeatMilliseconds, end - now().getTime()), now);
    if (news === undefined && !following.ended) yield stillAlive;
  }
  if (active) yield* text('goes-on', `The job ${jobId} goes on. Ask for it by its id until it is no longer at work.`);
  yield part({ type: 'finish' });
  yield 'data: [DONE]\n\n';
}

/** Waits for an entry of the transcript; what the model is writing meanwhile comes with its step. */
async function nextEvent(following: Following, milliseconds: number, now: () => Date): Promise<string | undefined> {
  const asked = now().getTime();
  let news: Awaited<ReturnType<Following['next']>>;
  do {
    news = await following.next(milliseconds);
  } while (news === 'text' && !following.ended && now().getTime() - asked < askAgainMilliseconds);
  return news;
}

function partsOf(event: JobEvent): string[] {
  switch (event.type) {
    case 'step':
      return event.data.text.trim() === '' ? [] : text(`step-${event.data.step}`, event.data.text);
    case 'completed':
      return event.data.prLink === null ? [] : text('pull-request', `Pull request: ${event.data.prLink}`);
    case 'failed':
      return [part({ type: 'error', errorText: event.data.detail })];
    case 'archived':
      return text('archived', 'The job was archived before its end.');
    default:
      return [];
  }
}

function text(id: string, words: string): string[] {
  return [
    part({ type: 'text-start', id }),
    part({ type: 'text-delta', id, delta: words }),
    part({ type: 'text-end', id }),
  ];
}

/** JSON text has no line break, so `data` is one line. */
function part(value: { type: string } & Record<string, string>): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
