import type { JobEvent } from '@copydesk/contract';
import { localCodeHost } from '../../src/code-hosts/local.ts';
import { plainModel } from '../../src/agent/model.ts';
import { defaultLimits } from '../../src/agent/turn.ts';
import { createJob } from '../../src/jobs/request/create.ts';
import { listEvents } from '../../src/jobs/events.ts';
import { renewLeases, updateLeased } from '../../src/jobs/claim/lease.ts';
import { messageJob } from '../../src/jobs/request/message.ts';
import type { StoredJob } from '../../src/jobs/present.ts';
import { readJob } from '../../src/jobs/read/read.ts';
import type { Connection } from '../../src/postgres/connection.ts';
import type { Database } from '../../src/postgres/database.ts';
import { pullRequestStore } from '../../src/pull-requests/store.ts';
import type { WorkerServices } from '../../src/worker/services.ts';
import { openHold } from '../../src/worker/claim/hold.ts';
import { workOnJob } from '../../src/worker/work-job.ts';
import { claim } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import type { FileContent, TestRepository } from '../support/git-repository.ts';
import { insertProject } from '../support/project.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import type { Script, ScriptedModel } from '../support/scripted-model.ts';
import { testWorkspace } from '../support/workspace.ts';
import { sharedDocs } from '../support/shared-docs.ts';
import { absentServices } from './absent-services.ts';

const clock = (): number => performance.now();

/** A worker's parts over a new repository; all are real except the model. */
export interface WorkerRig extends AsyncDisposable {
  db: Database;
  /** For tests that listen to notifications. */
  connection: Connection;
  project: { id: string; organisationId: string };
  repository: TestRepository;
  services: WorkerServices;
  model: ScriptedModel;
  create: (prompt: string) => Promise<StoredJob>;
  send: (jobId: string, prompt: string) => Promise<StoredJob>;
  /** Claims the next job and works on it until the worker leaves it; returns its state then. */
  work: (change?: Partial<WorkerServices>, ending?: AbortSignal) => Promise<StoredJob>;
  events: (jobId: string) => Promise<JobEvent[]>;
  read: (jobId: string) => Promise<StoredJob>;
}

export const site = {
  'docs/index.md': '# Welcome\n\nStart with the [guide](guide.md).\n',
  'docs/guide.md': '# Guide\n\nUse Acme Cloud.\n\n## Set up\n\nRun it.\n',
};

export async function workerRig(
  script: Script,
  options: { files?: Record<string, FileContent>; docsFolder?: string } = {},
): Promise<WorkerRig> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const repository = stack.use(await testRepository({ bare: true }));
  await repository.commit(options.files ?? site);
  const { workspace } = stack.use(await testWorkspace());
  const docs = sharedDocs();
  const { db } = database;
  const project = await insertProject(db, { repository: repository.path, docsFolder: options.docsFolder });
  const model = scriptedModel(script);
  const services: WorkerServices = {
    ...absentServices,
    db,
    workspace,
    docs,
    source: ({ id, repository: location }) => ({ id, kind: 'path', location }),
    codeHost: ({ id }, lease) =>
      localCodeHost({
        store: pullRequestStore(db, id, (transaction) => updateLeased(transaction, lease, {})),
        link: (number) => `http://desk.test/${id}/${number}`,
      }),
    resolveModel: () => plainModel('test/scripted', model),
    limits: defaultLimits,
    budgets: { budget: { steps: 100, tokens: null, usd: null, minutes: null }, prices: () => undefined },
    patience: { minutes: 60, random: () => 0.5 },
    viewsRetentionMonths: 25,
    log: { info: () => {}, warn: () => {}, error: (data, message) => console.error(message, data) },
    now: () => new Date(),
  };
  const readBack = async (jobId: string): Promise<StoredJob> => {
    const job = await readJob(db, project.id, jobId);
    if (job === undefined) throw new Error(`There is no job ${jobId}`);
    return job;
  };
  return {
    db,
    connection: database.direct,
    project,
    repository,
    services,
    model,
    read: readBack,
    async create(prompt) {
      const request = { project, prompt, model: 'test/scripted', sourceRepository: 'https://git.test/docs.git' };
      return (await createJob(db, { ...request, baseRef: 'main', now: new Date() })).job;
    },
    send: async (jobId, prompt) =>
      (await messageJob(db, { projectId: project.id, jobId, prompt, now: new Date() })).job,
    async work(change = {}, ending) {
      const sentAt = clock();
      const { job, lease } = await claim(db);
      await renewLeases(db, [lease], leaseSeconds);
      const hold = openHold({ lease, leaseSeconds, sentAt, clock });
      ending?.addEventListener('abort', () => hold.end('at-once'));
      await workOnJob({ ...services, ...change }, job, hold);
      hold.close();
      return await readBack(job.id);
    },
    events: async (jobId) => (await listEvents(db, jobId, { after: 0, limit: 500 })).events,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Nothing renews it: a step of five hundred calls takes twelve seconds when ten others use the same two processors. */
const leaseSeconds = 120;

/** The step that edits the guide after it was read. */
export function editGuide(from: string, to: string) {
  const path = 'docs/guide.md';
  return { calls: [read(path), { tool: 'edit_file', input: { path, edits: [{ old: from, new: to }] } }] };
}

export function read(path: string) {
  return { tool: 'read_file', input: { path } };
}
