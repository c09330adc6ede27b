import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import {
  AutomationRequest,
  Problem,
  TriggerRequest,
  commonErrors,
  endpoints,
  errorTable,
  errorsOf,
  routingErrors,
} from '@copydesk/contract';
import type { Endpoint, ErrorCode, JobAuthor, Scope } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { released, releasedRanges } from '../../analytics/classify/released.ts';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import { openSalts } from '../../../src/analytics/collect/salts.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { createJob } from '../../../src/jobs/request/create.ts';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { privateNetworks } from '../../../src/network/private-networks.ts';
import { buildServer } from '../../../src/http/server.ts';
import type { HttpServices } from '../../../src/http/services.ts';
import { isDatabaseFault } from '../../../src/postgres/faults.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { openListener } from '../../../src/postgres/listen.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createKey } from '../../../src/projects/key/keys.ts';
import { addContextRepository } from '../../../src/projects/connection/context-repositories.ts';
import { createProject } from '../../../src/projects/project.ts';
import type { Project } from '../../../src/projects/project.ts';
import { createShareLink } from '../../../src/projects/share-links.ts';
import { secretBox } from '../../../src/secrets/box.ts';
import { testWebhook } from '../../../src/webhooks/deliveries.ts';
import { createAutomation } from '../../../src/automations/automation.ts';
import { createTrigger } from '../../../src/triggers/trigger.ts';
import { createWebhook } from '../../../src/webhooks/webhook.ts';
import { automationSourcesOf } from '../../../src/wiring/services/automation-sources.ts';
import { readServerHealth } from '../../../src/wiring/health/health.ts';
import { readSettings } from '../../../src/settings.ts';
import { listenerOptions, testDatabase } from '../../support/database.ts';
import { absentSessionId } from './endpoints.ts';
import { sayOne } from './feedback.ts';
import type { PathIds } from './path-ids.ts';
import { plainJobs, projectPorts, sampleRepository } from './projects.ts';
import { plainDocs } from './readers.ts';
import type { ReadTurns } from '../../../src/wiring/job/read-turns.ts';
import type { AddressGuard } from '../../../src/wiring/start/public-address.ts';
import type { Actor } from '../../../src/audit/actor.ts';

export { pathOf } from './path-ids.ts';
export type { PathIds } from './path-ids.ts';

/** A real server on a loopback port, with its own database, a project, and keys on demand. */
export interface TestApi extends AsyncDisposable {
  app: FastifyInstance;
  db: Database;
  port: number;
  project: Project;
  /** A second organisation's project. */
  foreign: Project;
  /** A key with all permissions in the project's organisation. */
  adminKey: string;
  newKey(options?: Partial<Parameters<typeof createKey>[1]> & { scopes?: Scope[] }): Promise<string>;
  newJob(options?: { project?: Project; prompt?: string; author?: JobAuthor }): Promise<StoredJob>;
  /** Creates a webhook with a waiting delivery. */
  newWebhook(project?: Project): Promise<{ webhookId: string; deliveryId: string }>;
  /** Creates one of everything that paths name. */
  newIds(project?: Project): Promise<Required<PathIds>>;
  /** The folder of the clones. */
  workspaceDirectory: string;
  /** The lines of the log so far. */
  log: string[];
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
}

interface SendOptions {
  /** Null for no credentials; the admin key by default. */
  key?: string | null;
  /** An object is sent as JSON with its content type; text and bytes are sent unchanged. */
  body?: object | string | Uint8Array;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
}

/** Resolves all names to public addresses, except one. */
async function publicLookup(host: string): Promise<{ address: string }[]> {
  return [{ address: host === 'inside.example.com' ? '10.0.0.7' : '93.184.215.14' }];
}

/** The services that a test may replace; for quotas and views also single fields. */
type TestServices = Partial<Omit<HttpServices, 'quotas' | 'views'>> & {
  /** How URLs of repositories and APIs are checked, and how many repositories are looked at concurrently. */
  guard?: Partial<AddressGuard & ReadTurns>;
  quotas?: Partial<HttpServices['quotas']>;
  views?: Partial<HttpServices['views']>;
  /** Any free port by default. */
  port?: number;
};

export async function startApi({
  quotas,
  views,
  guard,
  port: wanted = 0,
  ...services
}: TestServices = {}): Promise<TestApi> {
  const database = await testDatabase();
  const { db } = database;
  const listener = openListener(listenerOptions(database));
  await listener.ready;
  const log: string[] = [];
  const now = services.now ?? (() => new Date());
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const store = openViewStore({ db, log: logger, now, retentionMonths: 25 });
  const webhooks = { box: secretBox(async () => Buffer.alloc(32, 7)), allowed: privateNetworks([]) };
  const url = 'https://desk.example.com';
  const ports = await projectPorts({ ...webhooks, db, url, lookup: publicLookup, ...guard });
  const { connections, projects } = ports;
  const app = buildServer({
    db,
    log: logger,
    now,
    baseUrl: 'https://desk.example.com',
    version: '0.0.0',
    trustedProxies: [],
    quotas: { createPerHour: 1_000, messagePerHour: 1_000, analyticsPerHour: 1_000, ...quotas },
    views: {
      retentionMonths: 25,
      store,
      classifier: openClassifier({ judge: released, now, ranges: releasedRanges }),
      salts: openSalts(db),
      collectPerMinute: 600,
      ...views,
    },
    jobLimits: {
      budget: { steps: 200, tokens: 5_000_000, usd: null, minutes: 120 },
      prices: () => undefined,
      concurrency: { project: 5, total: undefined },
    },
    webhooks,
    hostWebhooks: { read: async () => [] },
    connections,
    projects,
    health: (seen) =>
      readServerHealth(
        { db, settings: readSettings({ COPYDESK_DATA_DIR: tmpdir() }), url: 'https://desk.example.com' },
        seen,
      ),
    automationSources: automationSourcesOf({
      ...ports,
      db,
      box: webhooks.box,
      settings: readSettings({ COPYDESK_DATA_DIR: tmpdir() }),
    }),
    isDatabaseFault,
    isDraining: () => false,
    readiness: async () => [],
    onJobEvent: (callback) => listener.on('job_event', callback),
    onJobText: (callback) => listener.on('job_text', (payload) => callback(payload ?? '')),
    ...plainJobs,
    ...plainDocs,
    readCommit: async () => ({ mergedAt: new Date(now().getTime() - 20 * 86_400_000), touched: [] }),
    readDiff: async () => ({ baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] }),
    ...services,
  });
  await app.listen({ host: '127.0.0.1', port: wanted });
  const port = Number(new URL(app.listeningOrigin).port);
  const project = await insertProject(db, 'org_one');
  const foreign = await insertProject(db, 'org_two');
  const newKey: TestApi['newKey'] = async (options) => {
    const draft = { organisationId: project.organisationId, name: 'test', scopes: ['admin' as const], ...options };
    return (await createKey(db, draft)).token;
  };
  const adminKey = await newKey();
  const newJob: TestApi['newJob'] = async ({ project: of = project, prompt = 'Fix broken links', author } = {}) => {
    const job = {
      project: of,
      prompt,
      author,
      model: 'builtin/copyeditor',
      sourceRepository: of.repository,
      baseRef: 'main',
    };
    return (await createJob(db, { ...job, now: new Date() })).job;
  };
  const newWebhook: TestApi['newWebhook'] = async ({ id: projectId } = project) => {
    const draft = { projectId, url: 'https://hooks.example.com/', events: ['job.completed' as const] };
    const { id } = await createWebhook(db, webhooks, draft);
    const delivery = await testWebhook(db, { projectId, id }, new Date());
    return { webhookId: id, deliveryId: delivery?.id ?? '' };
  };
  return {
    app,
    db,
    port,
    project,
    foreign,
    adminKey,
    newKey,
    log,
    workspaceDirectory: ports.workspaceDirectory,
    newJob,
    newWebhook,
    newIds: async (of = project) => {
      const draft = { organisationId: of.organisationId, name: 'named in paths', scopes: ['agent:read' as const] };
      const { key } = await createKey(db, { ...draft, projectId: of.id });
      const actor = commandOf(of);
      await connections.set(actor, of, { host: 'git', credential: { kind: 'token', token: 'a-token-of-a-test' } });
      const beside = { name: 'beside', repository: sampleRepository(), ref: null };
      await addContextRepository(db, of.id, { ...beside, repositoryKind: 'path' });
      const named = {
        projectId: of.id,
        keyId: key.id,
        contextName: beside.name,
        provider: 'anthropic',
        personId: (await createPerson(db, { organisationId: of.organisationId, name: 'Ann', role: 'viewer' })).id,
        sessionId: absentSessionId,
        triggerId: (await createTrigger(db, webhooks.box, { ...aTrigger, projectId: of.id })).trigger.id,
        feedbackId: await sayOne(db, of.id),
        automationId: (await createAutomation(db, { ...anAutomation, projectId: of.id }, now())).id,
        shareId: (await createShareLink(db, { projectId: of.id, name: 'A test', createdBy: 'test' })).share.id,
      };
      return { ...named, jobId: (await newJob({ project: of })).id, ...(await newWebhook(of)) };
    },
    send: async (method, path, options) => await send(port, adminKey, method, path, options),
    async [Symbol.asyncDispose]() {
      await app.close();
      await store.close();
      await listener.close();
      await ports[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Sends a request, and retries while a busy machine refuses it as overloaded, which has no other effect. */
export async function sendWhenThereIsRoom(api: TestApi, ...request: Parameters<TestApi['send']>): Promise<Reply> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const reply = await api.send(...request);
    if (reply.status !== errorTable.overloaded.status) return reply;
    await setTimeout(1_000);
  }
  throw new Error(`there was no room for ${request[0]} ${request[1]} in ten seconds`);
}

const anAutomation = AutomationRequest.parse({
  name: 'Weekly',
  trigger: { kind: 'schedule' },
  prompt: 'Fix broken links',
});

const aTrigger = TriggerRequest.parse({ name: 'Linear', prompt: 'Fix what this asks for' });

function commandOf({ organisationId }: Project): Actor {
  return { kind: 'command', id: null, name: 'test', organisationId, address: null };
}

async function insertProject(db: Database, organisationId: string): Promise<Project> {
  await db.insertInto('organisation').values({ id: organisationId, name: organisationId }).execute();
  const repository = 'https://git.example.com/docs.git';
  return await createProject(db, { organisationId, name: 'Docs', repositoryKind: 'url', repository, ref: 'main' });
}

async function send(
  port: number,
  adminKey: string,
  method: string,
  path: string,
  { key = adminKey, body, headers = {} }: SendOptions = {},
): Promise<Reply> {
  const asIs = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: asIs ? body : JSON.stringify(body),
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(!asIs && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const text = await response.text();
  const reply = { status: response.status, headers: response.headers, text, json: parse(text) };
  checkAgainstContract(method, path, reply);
  return reply;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks that the contract has every reply that a test gets for its endpoint: status, code and shape. */
function checkAgainstContract(method: string, path: string, reply: Pick<Reply, 'status' | 'headers' | 'json'>): void {
  expect(reply.headers.get('x-request-id')).toMatch(/^req_[\da-f-]{36}$/);
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  const endpoint = endpointAt(method, path);
  if (reply.status >= 400 && method !== 'HEAD') {
    const { code } = Problem.parse(reply.json);
    const codes: ErrorCode[] = endpoint ? errorsOf(endpoint) : [...routingErrors, ...commonErrors];
    expect(codes).toContain(code);
  } else if (endpoint) {
    expect(Object.keys(endpoint.replies)).toContain(String(reply.status));
    if (reply.headers.get('content-type')?.startsWith('application/json')) {
      expect(endpoint.replies[reply.status]?.parse(reply.json)).toEqual(reply.json);
    }
  }
}

function endpointAt(method: string, target: string): Endpoint | undefined {
  const [path = ''] = target.split('?');
  return Object.values<Endpoint>(endpoints).find(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** Expects a complete problem with this code, and returns it. */
export function expectProblem(reply: Reply, code: ErrorCode): Problem {
  const problem = Problem.parse(reply.json);
  expect(problem.code).toBe(code);
  expect(reply.status).toBe(errorTable[code].status);
  expect(problem).toMatchObject({
    type: `https://desk.example.com/problems/${code}`,
    title: errorTable[code].title,
    status: reply.status,
    requestId: reply.headers.get('x-request-id'),
    error: problem.detail,
  });
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  expect(problem.instance).not.toContain('?');
  expect(reply.text).not.toMatch(/\bat .*\.[jt]s:\d+/);
  return problem;
}
