import { isCopydeskError } from '@copydesk/contract';
import type { EventList, JobEvent, JobText, JobWaiting } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import type { Following } from '../job/open-streams.ts';
import type { Writing } from '../job/writing-board.ts';

/** What a stream of one job's transcript needs. */
export interface EventStreamOptions {
  following: Following;
  /** The sequence number after which the stream begins. */
  after: number;
  /** Whether the job was active when the stream was admitted. */
  active: boolean;
  /** How many steps of the job were recorded at that time. */
  steps: number;
  /** Whether the job is still active. Throws when the reader is no longer allowed to read it. */
  isActive: () => Promise<boolean>;
  list: (page: { after: number; limit: number }) => Promise<StreamPart>;
  heartbeatMilliseconds: number;
  now: () => Date;
}

/** A part of a transcript. All readers who are sent it at the same time share it. */
export interface StreamPart {
  /** The sequence number of its last entry and of the last step in it; undefined when there is none. */
  last: number | undefined;
  steps: number | undefined;
  /** Whether more entries follow. */
  hasMore: boolean;
  /** The events of the stream in one buffer: formatted once for all readers, and kept once for slow readers. */
  message: Buffer;
}

/** The start of a stream: how long a client waits before it reconnects, in milliseconds. */
export const streamHead = 'retry: 2000\n\n';

/** A heartbeat, sent when there is no event, so that proxies do not take the stream for dead. */
export const stillAlive = ': alive\n\n';

const pageLimit = 100;

/** How often the reader's permission is checked while a model writes: the stream of a revoked key ends then. */
const permissionCheckMilliseconds = 1_000;

/**
 * Generates the text of a `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html): what is
 * in the transcript, then what is added to it, until the job is no longer active and everything was sent. The reader
 * pulls the text: for a reader that does not read, nothing is fetched and nothing is buffered.
 */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string | Buffer> {
  const { following } = options;
  let { after, active, steps } = options;
  let sent: JobWaiting | null = null;
  const readText = newTextReader(following);
  yield streamHead;
  while (!following.ended) {
    // The events are read after the status, so all events of a job that had ended are included.
    const part = await options.list({ after, limit: pageLimit });
    if (part.last !== undefined) yield part.message;
    after = part.last ?? after;
    steps = part.steps ?? steps;
    if (part.hasMore) continue;
    if (!active) return;
    following.askWhyItWaits();
    const { waiting } = following;
    if (waiting !== sent) yield formatWaiting(waiting);
    sent = waiting;
    const news = yield* sendWriting(options, () => readText(steps));
    if (news === undefined && !following.ended) yield stillAlive;
    if (!following.ended) active = await options.isActive();
  }
}

/**
 * Sends what the model writes, until something else is new, or until the reader's permission is due to be checked. When
 * no notification came, the timeout is also the time to look for an event whose notification was lost.
 */
async function* sendWriting(
  { following, heartbeatMilliseconds, now }: EventStreamOptions,
  readText: () => Generator<string>,
): AsyncGenerator<string, Awaited<ReturnType<Following['next']>>> {
  const askedAt = now().getTime();
  let news: Awaited<ReturnType<Following['next']>>;
  do {
    yield* readText();
    news = await following.next(heartbeatMilliseconds);
  } while (news === 'text' && !following.ended && now().getTime() - askedAt < permissionCheckMilliseconds);
  return news;
}

/** Formats a page of a transcript as a part of the stream. */
export function streamPart({ events, hasMore }: Pick<EventList, 'events' | 'hasMore'>): StreamPart {
  const message = Buffer.from(events.map(formatEvent).join(''));
  return { last: events.at(-1)?.sequence, steps: stepsIn(events), hasMore, message };
}

export function stepsIn(events: readonly JobEvent[]): number | undefined {
  return events.findLast((event) => event.type === 'step')?.data.step;
}

/**
 * Returns a generator of the text that the model has written since its last call. It starts from the beginning when the
 * step was restarted.
 */
export function newTextReader(following: Following): (steps: number) => Generator<string> {
  let sent: Pick<Writing, 'beginning'> & { length: number } = { beginning: 0, length: 0 };
  return function* (steps) {
    following.recorded(steps);
    const { writing } = following;
    if (writing === undefined) return;
    const { step, text, beginning } = writing;
    const offset = sent.beginning === beginning ? sent.length : 0;
    sent = { beginning, length: text.length };
    if (offset < text.length) yield formatText({ step, offset, text: text.slice(offset) });
  };
}

/**
 * Formats a piece of what a model is writing. It has no id, because the transcript gets the whole step when it is
 * recorded.
 */
export function formatText(piece: JobText): string {
  return `event: text\ndata: ${JSON.stringify(piece)}\n\n`;
}

/**
 * Formats why the job waits. It has no id, because it describes this moment and is not part of the transcript from
 * which a client resumes.
 */
function formatWaiting(waiting: JobWaiting | null): string {
  return `event: waiting\ndata: ${JSON.stringify(waiting)}\n\n`;
}

/** Formats one event of the stream. JSON text has no line break, so `data` is one line. */
export function formatEvent(event: JobEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Ends a stream that fails. Its head is already sent, so the client only learns the reason when it reconnects. */
export async function* endOnError<T>(stream: AsyncGenerator<T>, request: FastifyRequest): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    if (isCopydeskError(error)) request.log.info({ code: error.code }, 'an event stream was ended');
    else request.log.error({ err: error }, 'an event stream failed');
  }
}
