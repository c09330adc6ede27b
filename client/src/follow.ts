import type { CallOptions } from './calls.ts';
import { isApiError, notCopydesk } from './errors.ts';
import { messagesOf } from './event-stream.ts';
import { pause } from './pause.ts';
import type { EventList, Job, JobEvent, JobWaiting } from './schema.ts';
import { readJson, type Sender } from './sender.ts';

/** What the model is writing of a step that is not yet in the transcript. */
export interface JobText {
  step: number;
  /**
   * The number of characters of the step before this text. 0 starts the step again, and replaces what was shown of it.
   */
  offset: number;
  text: string;
}

/** An update of a job: an entry of its transcript, a piece of text, or why it waits (null when it no longer does). */
export type JobUpdate =
  | { type: 'event'; event: JobEvent }
  | { type: 'text'; text: JobText }
  | { type: 'waiting'; waiting: JobWaiting | null };

export interface FollowOptions extends CallOptions {
  /** The sequence number of the last known entry. */
  after?: number;
}

/** A job, and how to follow it. */
export interface FollowedJob extends FollowOptions {
  projectId: string;
  id: string;
}

const transcriptPath = '/v2/agent/{projectId}/job/{id}/events';

/** After so many streams without anything new, streams count as useless here. */
const mostEmptyStreams = 3;

/**
 * Yields the updates of a job until it is no longer active. Uses the event stream, and reopens it when it breaks. Where
 * a proxy does not pass streams on, it polls instead.
 */
export async function* followJob(send: Sender, job: FollowedJob): AsyncGenerator<JobUpdate> {
  const place: Place = { after: job.after ?? 0, emptyStreams: 0 };
  while (place.emptyStreams < mostEmptyStreams) {
    if (place.emptyStreams > 0) await pause(place.emptyStreams, job.signal);
    place.emptyStreams += 1;
    if (yield* readStream(send, job, place)) return;
  }
  yield* pollJob(send, { ...job, after: place.after });
}

/** How far the transcript was read, and how many streams have brought nothing since. */
interface Place {
  after: number;
  emptyStreams: number;
}

/** Reads one stream as far as it goes. Returns whether the job has ended and all updates were yielded. */
async function* readStream(send: Sender, job: FollowedJob, place: Place): AsyncGenerator<JobUpdate, boolean> {
  try {
    const body = await openStream(send, { ...job, after: place.after });
    if (body === undefined) return true;
    for await (const update of updatesOf(body)) {
      if (update.type === 'event') Object.assign(place, { after: update.event.sequence, emptyStreams: 0 });
      yield update;
    }
  } catch (error) {
    job.signal?.throwIfAborted();
    if (isApiError(error) && error.code !== 'unexpected_reply') throw error;
  }
  return false;
}

/** Returns undefined when the job has ended and all updates were yielded. */
function openStream(send: Sender, { projectId, id, after, signal }: FollowedJob) {
  const header = { accept: 'text/event-stream', 'last-event-id': String(after) };
  return send('GET', transcriptPath, { path: { projectId, id }, header, signal }, async (response) => {
    if (response.status === 204) return undefined;
    const type = response.headers.get('content-type') ?? '';
    if (response.body === null || !type.startsWith('text/event-stream')) throw notCopydesk(response);
    return response.body;
  });
}

/** A newer server may send messages of other types. */
async function* updatesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<JobUpdate> {
  for await (const { type, data } of messagesOf(body)) {
    const value = JSON.parse(data);
    if (type === 'text') yield { type, text: value };
    else if (type === 'waiting') yield { type, waiting: value };
    else if (Number.isInteger(value?.sequence)) yield { type: 'event', event: value };
  }
}

const shortestPauseSeconds = 1;
const longestPauseSeconds = 5;

async function* pollJob(send: Sender, job: FollowedJob): AsyncGenerator<JobUpdate> {
  let after = job.after ?? 0;
  let yielded = { waiting: 'null', text: '' };
  let read: ReadJob | undefined;
  for (let seconds = shortestPauseSeconds; ; seconds = Math.min(seconds * 1.5, longestPauseSeconds)) {
    // The transcript is read after the status, so that the transcript of an ended job is complete.
    read = await readJob(send, job, read);
    let page: EventList;
    do {
      page = await readTranscript(send, { ...job, after });
      for (const event of page.events) {
        after = event.sequence;
        seconds = shortestPauseSeconds;
        yield { type: 'event', event };
      }
    } while (page.hasMore);
    const { waiting, writing } = page;
    if (yielded.waiting !== JSON.stringify(waiting)) yield { type: 'waiting', waiting };
    if (writing !== null && writing.text !== yielded.text) yield { type: 'text', text: { ...writing, offset: 0 } };
    yielded = { waiting: JSON.stringify(waiting), text: writing?.text ?? '' };
    if (read.job.status !== 'active') return;
    await pause(seconds, job.signal);
  }
}

/** A job, and the entity tag of the reply that contained it. */
interface ReadJob {
  job: Job;
  tag: string | null;
}

/** Reads a job again, which costs little while nothing has changed. */
function readJob(send: Sender, { projectId, id, signal }: FollowedJob, known: ReadJob | undefined): Promise<ReadJob> {
  const header: Record<string, string> = known?.tag == null ? {} : { 'if-none-match': known.tag };
  const path = { projectId, id };
  return send('GET', '/v2/agent/{projectId}/job/{id}', { path, header, signal }, async (response) => {
    if (response.status === 304 && known !== undefined) return known;
    return { job: await readJson<Job>(response), tag: response.headers.get('etag') };
  });
}

function readTranscript(send: Sender, { projectId, id, after, signal }: FollowedJob): Promise<EventList> {
  return send('GET', transcriptPath, { path: { projectId, id }, query: { after }, signal }, readJson<EventList>);
}
