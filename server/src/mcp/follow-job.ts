import { CopydeskError, Job } from '@copydesk/contract';
import { z } from 'zod';
import { callEndpoint } from './api.ts';
import type { McpConnection } from './connection.ts';

/** How many transcript entries one answer contains at most; the next call returns the rest. */
const mostEvents = 50;

/** How many characters of one entry are returned. */
const mostCharacters = 600;

/** Accepts entries of any type, because a newer server may have more types. */
const Entries = z.object({
  events: z.array(z.object({ sequence: z.int(), at: z.string(), type: z.string(), data: z.looseObject({}) })),
  hasMore: z.boolean(),
  waiting: z.looseObject({ detail: z.string() }).nullable(),
});

interface TranscriptEntry {
  sequence: number;
  at: string;
  type: string;
  text: string;
}

/** The state of a job after waiting for it, with its new transcript entries. */
export interface Followed {
  job: Job;
  events: TranscriptEntry[];
  /** The value to pass as `after` in the next call. */
  next: number;
  hasMore: boolean;
  waiting: string | null;
}

/** Waits for a job to end, for a bounded time, and passes each new transcript entry to `onEntry` meanwhile. */
export async function followJob(
  connection: McpConnection,
  ids: { projectId: string; id: string },
  { after = '0', waitSeconds = '25' }: { after?: string; waitSeconds?: string },
  { signal, onEntry }: { signal: AbortSignal; onEntry: (entry: TranscriptEntry, count: number) => Promise<void> },
): Promise<Followed> {
  const until = performance.now() + secondsOf(waitSeconds) * 1_000;
  const readJob = async () => Job.parse(await callEndpoint(connection.call, 'getJob', { path: ids }));
  let job = await readJob();
  const news = connection.listen(ids.id);
  const followed: Omit<Followed, 'job'> = { events: [], next: Number(after), hasMore: false, waiting: null };
  try {
    for (;;) {
      await readEvents(connection, ids, after, followed, onEntry);
      const left = until - performance.now();
      if (job.status !== 'active' || left <= 0 || signal.aborted || followed.events.length >= mostEvents) break;
      await news.next(left);
      job = await readJob();
    }
  } finally {
    news.end();
  }
  return { job, ...followed };
}

async function readEvents(
  { call }: McpConnection,
  path: { projectId: string; id: string },
  after: string,
  followed: Omit<Followed, 'job'>,
  onEntry: (entry: TranscriptEntry, count: number) => Promise<void>,
): Promise<void> {
  const limit = mostEvents - followed.events.length;
  const from = followed.events.length === 0 ? after : String(followed.next);
  const list = Entries.parse(
    await callEndpoint(call, 'getJobEvents', { path, query: { after: from, limit: String(limit) } }),
  );
  for (const { sequence, at, type, data } of list.events) {
    const entry = { sequence, at, type, text: textOf(data) };
    followed.events.push(entry);
    followed.next = sequence;
    await onEntry(entry, followed.events.length);
  }
  followed.hasMore = list.hasMore;
  followed.waiting = list.waiting?.detail ?? null;
}

/** Returns the main text of an entry, or all its data as JSON when it has none, cut to `mostCharacters`. */
function textOf(data: Record<string, unknown>): string {
  const said = [data['text'], data['summary'], data['detail'], data['prompt']].find((one) => typeof one === 'string');
  const whole = typeof said === 'string' && said !== '' ? said : JSON.stringify(data);
  return whole.length <= mostCharacters ? whole : `${whole.slice(0, mostCharacters).toWellFormed()} …`;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds <= 50) return seconds;
  const detail = 'must be at most 50; call it again for a longer wait';
  throw new CopydeskError('invalid_request', `The argument "waitSeconds" ${detail}.`, {
    errors: [{ pointer: '/waitSeconds', detail }],
  });
}
