import type { Client, FollowOptions } from '@copydesk/client';
import type { Job, JobText } from '@copydesk/contract';
import type { OperatorServices } from '../operator/operator.ts';
import type { ProjectFinder } from './projects.ts';

type JobServices = Pick<
  OperatorServices,
  | 'createJob'
  | 'repairNotFound'
  | 'projectOfJob'
  | 'readJob'
  | 'listJobs'
  | 'messageJob'
  | 'archiveJob'
  | 'undoJob'
  | 'backportJob'
  | 'readDiff'
  | 'readJobPages'
  | 'listEvents'
  | 'readWaiting'
  | 'readUsage'
  | 'onJobEvent'
  | 'onJobText'
  | 'workersAlive'
  | 'workUntilDone'
>;

/** PostgreSQL's largest integer: no entry of a transcript comes after it. */
const afterAll = 2_147_483_647;

/** The job commands over HTTP. */
export function jobServices(desk: Client, projects: ProjectFinder): JobServices {
  const pathOf = async (id: string) => ({ projectId: await projects.ofJob(id), id });
  const subscribe = (jobId: string, onUpdate: Parameters<typeof reportUpdates>[2]): (() => void) => {
    const ended = new AbortController();
    void reportUpdates(desk, projects.ofJob(jobId), onUpdate, { jobId, signal: ended.signal });
    return () => ended.abort();
  };
  /** Whoever has created a job or has found it asks for it next. */
  const remembered = async (projectId: string, answer: Promise<Job>): Promise<Job> => {
    const job = await answer;
    projects.remember(job.id, projectId);
    return job;
  };
  return {
    createJob: async ({ projectId, ...draft }) => await remembered(projectId, desk.createJob(projectId, draft)),
    repairNotFound: async ({ projectId, request: body }) =>
      await remembered(
        projectId,
        desk.post('/v1/analytics/{projectId}/not-found/repair', { path: { projectId }, body }),
      ),
    projectOfJob: projects.ofJob,
    readJob: async (projectId, jobId) => await desk.readJob(projectId, jobId),
    listJobs: async (projectId, query) => await desk.get('/v2/agent/{projectId}/jobs', { path: { projectId }, query }),
    messageJob: async ({ projectId, jobId, prompt }) => await desk.sendMessage(projectId, jobId, { prompt }),
    archiveJob: async (projectId, id) =>
      await desk.post('/v2/agent/{projectId}/job/{id}/archive', { path: { projectId, id } }),
    undoJob: async ({ projectId, jobId: id }) =>
      await remembered(projectId, desk.post('/v2/agent/{projectId}/job/{id}/undo', { path: { projectId, id } })),
    backportJob: async ({ projectId, jobId: id, refs }) =>
      (await desk.post('/v2/agent/{projectId}/job/{id}/backport', { path: { projectId, id }, body: { refs } })).jobs,
    readDiff: async (projectId, id) =>
      await desk.get('/v2/agent/{projectId}/job/{id}/diff', { path: { projectId, id } }),
    readJobPages: async (projectId, id, query) =>
      await desk.get('/v2/agent/{projectId}/job/{id}/pages', { path: { projectId, id }, query }),
    async listEvents(jobId, query) {
      const page = await desk.get('/v2/agent/{projectId}/job/{id}/events', { path: await pathOf(jobId), query });
      const { JobEvent } = await import('@copydesk/contract');
      // A newer server may send events that this command does not know.
      const events = (page?.events ?? []).flatMap((event) => JobEvent.safeParse(event).data ?? []);
      return { events, hasMore: page?.hasMore === true && events.length > 0 };
    },
    async readWaiting(jobId) {
      const query = { after: afterAll, limit: 1 };
      const page = await desk.get('/v2/agent/{projectId}/job/{id}/events', { path: await pathOf(jobId), query });
      return page?.waiting ?? null;
    },
    readUsage: async (jobId) => await desk.get('/v2/agent/{projectId}/job/{id}/usage', { path: await pathOf(jobId) }),
    onJobEvent: (jobId, callback) => subscribe(jobId, { event: callback }),
    onJobText: (jobId, callback) => subscribe(jobId, { text: callback }),
    // The server itself is responsible for its workers.
    workersAlive: async () => true,
    workUntilDone: async () => {},
  };
}

/** An error here appears again when the job is read. */
async function reportUpdates(
  desk: Client,
  projectId: Promise<string>,
  on: { event?: () => void; text?: (piece: JobText) => void },
  { jobId, ...options }: FollowOptions & { jobId: string },
): Promise<void> {
  try {
    for await (const update of desk.followJob(await projectId, jobId, options)) {
      if (update.type === 'text') on.text?.(update.text);
      else on.event?.();
    }
    on.event?.();
  } catch {
    on.event?.();
  }
}
