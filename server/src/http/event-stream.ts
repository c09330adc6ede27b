import { isCopydeskError } from '@copydesk/contract';
import type { EventList, JobEvent, JobText, JobWaiting } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import type { Following } from './open-streams.ts';
import type { Writing } from './writing-board.ts';

/** What a stream of one job's transcript needs. */
export interface EventStreamOptions {
  following: Following;
  /** The sequence number after which the stream begins. */
  after: number;
  /** Whether the job was active when the stream was admitted. */
  active: boolean;
  /** How many steps of the job were recorded then. */
  steps: number;
  /** Whether it is still active; throws when the reader may not read it any more. */
  isActive: () => Promise<boolean>;
  list: (page: { after: number; limit: number }) => Promise<StreamPart>;
  heartbeatMilliseconds: number;
  now: () => Date;
}

/** A part of a transcript, as all who are sent it at the same time are sent it. */
export interface StreamPart {
  /** The sequence number of its last entry, and the last step among them; undefined where there is none. */
  last: number | undefined;
  steps: number | undefined;
  /** Whether more entries follow. */
  hasMore: boolean;
  /** The events of the stream, in one buffer: written once for all, and kept once for slow readers. */
  message: Buffer;
}

/** With what a stream begins: how long a client waits before it comes back, in milliseconds. */
export const streamHead = 'retry: 2000\n\n';

/** What a stream says when there is nothing to say, so that whoever passes it on does not take it for dead. */
export const stillAlive = ': alive\n\n';

const pageLimit = 100;

/** While a model writes, it is asked so often whether the reader may still read: a key that was revoked ends then. */
const askAgainMilliseconds = 1_000;

/**
 * The text of a `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html): what is in the
 * transcript, then what is added to it, until the job is no longer active and all was told. It is pulled by the
 * reader: for one that does not read, nothing is fetched and nothing piles up.
 */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string | Buffer> {
  const { following, heartbeatMilliseconds, now } = options;
  let { after, active, steps } = options;
  let told: JobWaiting | null = null;
  const tellWriting = writingTeller(following);
  yield streamHead;
  while (!following.ended) {
    // The events come after the status: those of a job that had ended are all there.
    const part = await options.list({ after, limit: pageLimit });
    if (part.last !== undefined) yield part.message;
    after = part.last ?? after;
    steps = part.steps ?? steps;
    if (part.hasMore) continue;
    if (!active) return;
    following.askWhyItWaits();
    const { waiting } = following;
    if (waiting !== told) yield formatWaiting(waiting);
    told = waiting;
    // Not being woken is also the time to look for an event of which no notification has told.
    const asked = now().getTime();
    let news: Awaited<ReturnType<Following['next']>>;
    do {
      yield* tellWriting(steps);
      news = await following.next(heartbeatMilliseconds);
    } while (news === 'text' && !following.ended && now().getTime() - asked < askAgainMilliseconds);
    if (news === undefined && !following.ended) yield stillAlive;
    if (!following.ended) active = await options.isActive();
  }
}

/** What is sent of a page of a transcript. */
export function streamPart({ events, hasMore }: Pick<EventList, 'events' | 'hasMore'>): StreamPart {
  const message = Buffer.from(events.map(formatEvent).join(''));
  return { last: events.at(-1)?.sequence, steps: stepsIn(events), hasMore, message };
}

export function stepsIn(events: readonly JobEvent[]): number | undefined {
  return events.findLast((event) => event.type === 'step')?.data.step;
}

/** What has come since the last call of what the model is writing, from the beginning when it has begun again. */
export function writingTeller(following: Following): (steps: number) => Generator<string> {
  let told: Pick<Writing, 'beginning'> & { length: number } = { beginning: 0, length: 0 };
  return function* (steps) {
    following.recorded(steps);
    const { writing } = following;
    if (writing === undefined) return;
    const { step, text, beginning } = writing;
    const offset = told.beginning === beginning ? told.length : 0;
    told = { beginning, length: text.length };
    if (offset < text.length) yield formatText({ step, offset, text: text.slice(offset) });
  };
}

/** A piece of what a model is writing. No id: when the step is recorded, it is in the transcript whole. */
export function formatText(piece: JobText): string {
  return `event: text\ndata: ${JSON.stringify(piece)}\n\n`;
}

/** No id: it is of this moment, and not of the transcript that a client goes on with. */
function formatWaiting(waiting: JobWaiting | null): string {
  return `event: waiting\ndata: ${JSON.stringify(waiting)}\n\n`;
}

/** One event of the stream. JSON text has no line break, so `data` is one line. */
export function formatEvent(event: JobEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The head of the reply is gone when a stream fails, so it ends, and the client comes back and is told why. */
export async function* endOnError<T>(stream: AsyncGenerator<T>, request: FastifyRequest): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    if (isCopydeskError(error)) request.log.info({ code: error.code }, 'an event stream was ended');
    else request.log.error({ err: error }, 'an event stream failed');
  }
}
