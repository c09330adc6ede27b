import { exportViews } from './export-views.ts';
import type { ExportedViews, ExportQuery } from './export-views.ts';
import type { CallOptions, Calls, OnceOptions } from './calls.ts';
import { followJob, type FollowOptions, type JobUpdate } from './follow.ts';
import type { Job, JobRequest, operations, PageViews, PromptRequest } from './schema.ts';
import { type ClientOptions, openSender, readJson, type Sender, type Sending } from './sender.ts';

/** Which jobs: by status, author and words, and how many per request. */
export type JobsQuery = Omit<NonNullable<operations['listJobs']['parameters']['query']>, 'cursor'>;

/** Which views: by dates, path, purpose and more, and how many pages per request. */
export type ViewsQuery = Omit<NonNullable<operations['getViews']['parameters']['query']>, 'offset' | 'format'>;

/** By default the idempotency key is random. Pass your own where your program may be restarted. */
export type MakeOptions = CallOptions & OnceOptions;

export interface WaitOptions extends FollowOptions {
  /** Called with each update while waiting. */
  onUpdate?: (update: JobUpdate) => void;
}

/** A client of one server. Every call rejects with an `ApiError`, or with the reason of the signal that ended it. */
export interface Client extends Calls {
  createJob(projectId: string, draft: JobRequest, options?: MakeOptions): Promise<Job>;
  /** Sends a further instruction. It makes a completed or failed job active again. */
  sendMessage(projectId: string, jobId: string, message: PromptRequest, options?: MakeOptions): Promise<Job>;
  readJob(projectId: string, jobId: string, options?: CallOptions): Promise<Job>;
  /** Returns the job when it is no longer active, also when it has failed: check its `status`. */
  waitForJob(projectId: string, jobId: string, options?: WaitOptions): Promise<Job>;
  /** Yields updates of the job until it is no longer active. */
  followJob(projectId: string, jobId: string, options?: FollowOptions): AsyncGenerator<JobUpdate, void>;
  /** All jobs, the newest first. */
  jobs(projectId: string, query?: JobsQuery, options?: CallOptions): AsyncGenerator<Job, void>;
  /**
   * The views of all pages, the most read first. Each request counts again: for one consistent state, choose dates that
   * are over, or use `exportViews`.
   */
  views(projectId: string, query?: ViewsQuery, options?: CallOptions): AsyncGenerator<PageViews, void>;
  /** The views of all pages at one moment, read as they arrive: however many there are, only few are in memory. */
  exportViews(projectId: string, query?: ExportQuery, options?: CallOptions): Promise<ExportedViews>;
}

/**
 * Opens a client. It keeps nothing open that would have to be closed. @throws TypeError for an address or a key that
 * cannot be used
 */
export function openClient(options: ClientOptions): Client {
  const send = openSender(options);
  const call =
    (method: string) =>
    (path: string, input: Sending = {}): Promise<never> =>
      send(method, path, input, readJson<never>);
  const calls: Calls = {
    get: call('GET'),
    put: call('PUT'),
    post: call('POST'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
  return {
    ...calls,
    createJob: (projectId, body, { idempotencyKey = anyKey(), signal } = {}) =>
      calls.post('/v2/agent/{projectId}/job', {
        path: { projectId },
        idempotencyKey,
        body,
        signal,
      }),
    sendMessage: (projectId, id, body, { idempotencyKey = anyKey(), signal } = {}) =>
      calls.post('/v2/agent/{projectId}/job/{id}/message', {
        path: { projectId, id },
        idempotencyKey,
        body,
        signal,
      }),
    readJob: (projectId, id, { signal } = {}) => readJob(calls, { projectId, id, signal }),
    waitForJob: (projectId, id, waiting) => waitForJob(send, calls, { ...waiting, projectId, id }),
    followJob: (projectId, id, following) => followJob(send, { ...following, projectId, id }),
    jobs: (projectId, query, asked) => allJobs(calls, { ...asked, projectId, query }),
    exportViews: (projectId, query, { signal } = {}) => exportViews(send, projectId, query, { signal }),
    views: (projectId, query, asked) => allViews(calls, { ...asked, projectId, query }),
  };
}

function readJob(
  calls: Calls,
  { projectId, id, signal }: { projectId: string; id: string } & CallOptions,
): Promise<Job> {
  return calls.get('/v2/agent/{projectId}/job/{id}', { path: { projectId, id }, signal });
}

async function waitForJob(
  send: Sender,
  calls: Calls,
  { projectId, id, after, onUpdate, signal }: WaitOptions & { projectId: string; id: string },
): Promise<Job> {
  let job: Job;
  do {
    for await (const update of followJob(send, { projectId, id, after, signal })) {
      if (update.type === 'event') after = update.event.sequence;
      onUpdate?.(update);
    }
    job = await readJob(calls, { projectId, id, signal });
    // A message may have made it active again.
  } while (job.status === 'active');
  return job;
}

async function* allJobs(
  calls: Calls,
  { projectId, query, signal }: CallOptions & { projectId: string; query?: JobsQuery },
): AsyncGenerator<Job, void> {
  let cursor: string | undefined;
  do {
    const page = await calls.get('/v2/agent/{projectId}/jobs', {
      path: { projectId },
      query: { limit: 100, ...query, cursor },
      signal,
    });
    yield* page.jobs;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function* allViews(
  calls: Calls,
  { projectId, query, signal }: CallOptions & { projectId: string; query?: ViewsQuery },
): AsyncGenerator<PageViews, void> {
  let hasMore = true;
  for (let offset = 0; hasMore;) {
    const page = await calls.get('/v1/analytics/{projectId}/views', {
      path: { projectId },
      query: { limit: 250, ...query, offset },
      signal,
    });
    yield* page.views;
    offset += page.views.length;
    hasMore = page.hasMore && page.views.length > 0;
  }
}

/** Returns random bits. It also works in a page without https, which has no `randomUUID`. */
function anyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}
