import type { EventList, JobEvent } from '@copydesk/contract';
import { stillAlive } from '../replies/event-stream.ts';
import type { Following } from '../job/open-streams.ts';

/** What the stream of one job needs. */
export interface SessionStreamOptions {
  following: Following;
  jobId: string;
  /** Whether the job is still active. Throws when the reader is no longer allowed to read it. */
  isActive: () => Promise<boolean>;
  /** Returns a page of the job's transcript. */
  list: (page: { after: number; limit: number }) => Promise<Pick<EventList, 'events' | 'hasMore'>>;
  heartbeatMilliseconds: number;
  /** After this time the reply ends with the note that the job goes on. */
  longestMilliseconds: number;
  now: () => Date;
}

/**
 * Clients of the older version that wait for the end of the reply give up after five minutes (curl's `--max-time 300`
 * in one, the timeout of HTTP requests in another). Some then send the request again, which would create a second job.
 */
export const longestAnswerMilliseconds = 240_000;

/** Headers that mark the reply as a UI message stream (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol). */
export const sessionStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

const pageLimit = 100;

/** How often the reader's permission is checked while the model writes. */
const permissionCheckMilliseconds = 1_000;

/**
 * Generates the text of a UI message stream: what the model writes, step by step, then the pull request or why the job
 * failed. The reader pulls the text, so that nothing is buffered for a reader that does not read.
 */
export async function* sessionStream(options: SessionStreamOptions): AsyncGenerator<string> {
  const { following, jobId, heartbeatMilliseconds, now } = options;
  const end = now().getTime() + options.longestMilliseconds;
  let after = 0;
  let active = true;
  yield formatPart({ type: 'start', messageId: jobId });
  while (!following.ended) {
    active = await options.isActive();
    // The events are read after the status, so all events of a job that had ended are included.
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
  if (active) yield* text('goes-on', `The job ${jobId} continues. Poll it by its id until it is no longer active.`);
  yield formatPart({ type: 'finish' });
  yield 'data: [DONE]\n\n';
}

/** Waits for an entry of the transcript. What the model writes meanwhile comes with its step. */
async function nextEvent(following: Following, milliseconds: number, now: () => Date): Promise<string | undefined> {
  const askedAt = now().getTime();
  let news: Awaited<ReturnType<Following['next']>>;
  do {
    news = await following.next(milliseconds);
  } while (news === 'text' && !following.ended && now().getTime() - askedAt < permissionCheckMilliseconds);
  return news;
}

function partsOf(event: JobEvent): string[] {
  switch (event.type) {
    case 'step':
      return event.data.text.trim() === '' ? [] : text(`step-${event.data.step}`, event.data.text);
    case 'completed':
      return event.data.prLink === null ? [] : text('pull-request', `Pull request: ${event.data.prLink}`);
    case 'failed':
      return [formatPart({ type: 'error', errorText: event.data.detail })];
    case 'archived':
      return text('archived', 'The job was archived before its end.');
    default:
      return [];
  }
}

function text(id: string, words: string): string[] {
  return [
    formatPart({ type: 'text-start', id }),
    formatPart({ type: 'text-delta', id, delta: words }),
    formatPart({ type: 'text-end', id }),
  ];
}

/** JSON text has no line break, so `data` is one line. */
function formatPart(value: { type: string } & Record<string, string>): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
