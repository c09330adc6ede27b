import { scopes } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../../src/http/openapi/document.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { createProject } from '../../../src/projects/project.ts';
import { startApi } from '../support/api.ts';
import type { PathIds, Reply, TestApi } from '../support/api.ts';
import {
  absentAutomationId,
  absentFeedbackId,
  absentDeliveryId,
  absentJobId,
  absentKeyId,
  absentPersonId,
  absentProjectId,
  absentSessionId,
  absentShareId,
  absentTriggerId,
  absentWebhookId,
  everyRoute,
  goodBody,
} from '../support/endpoints.ts';
import { hashRows } from './rows.ts';

const Operation = z.object({ operationId: z.string(), security: z.array(z.record(z.string(), z.array(z.string()))) });
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** The operations of the OpenAPI file. */
const operations = Object.entries(
  Document.parse(JSON.parse(JSON.stringify(openApiDocument({ baseUrl: 'https://x.example', version: '1' })))).paths,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, security }]): [string, ListedOperation] => {
    const endpoint = everyRoute.find(([name]) => name === operationId)?.[1];
    const body = endpoint && goodBody(endpoint);
    return [operationId, { method: method.toUpperCase(), path, security, body }];
  }),
);

interface ListedOperation {
  method: string;
  path: string;
  security: Record<string, string[]>[];
  body: object | undefined;
}

/** Operations that authenticate: not the webhooks of code hosts, which are signed. */
const asking = operations.filter(([, { security }]) => security.length > 0);
const withNames = asking.filter(([, { path }]) => path.includes('{'));

const absent: Required<PathIds> = {
  projectId: absentProjectId,
  jobId: absentJobId,
  webhookId: absentWebhookId,
  triggerId: absentTriggerId,
  automationId: absentAutomationId,
  feedbackId: absentFeedbackId,
  deliveryId: absentDeliveryId,
  keyId: absentKeyId,
  personId: absentPersonId,
  shareId: absentShareId,
  sessionId: absentSessionId,
  contextName: 'beside',
  provider: 'anthropic',
};

/** Names that are unique only within a project. */
const namesOfTheirOwn = new Set(['contextName', 'provider']);

interface Asker {
  key: string | null;
  headers?: Record<string, string>;
}

let api: TestApi;
let theirs: Required<PathIds>;
let own: Required<PathIds>;
const strangers = new Map<string, Asker>();

beforeAll(async () => {
  api = await startApi();
  theirs = await api.newIds();
  own = await api.newIds(api.foreign);
  const { organisationId } = api.foreign;
  for (const scope of scopes) {
    strangers.set(`a key of another organisation with ${scope}`, {
      key: await api.newKey({ organisationId, scopes: [scope] }),
    });
  }
  for (const role of ['owner', 'editor', 'viewer'] as const) {
    const { id } = await createPerson(api.db, { organisationId, name: `Another ${role}`, role });
    const { sessionToken } = await createSession(api.db, id, { now: new Date() });
    const cookie = `__Host-copydesk_session=person.${sessionToken}`;
    const headers = { cookie, origin: 'https://desk.example.com' };
    strangers.set(`an ${role} of another organisation`, { key: null, headers });
  }
  const sibling = await createProject(api.db, { ...api.project, id: undefined, name: 'Sibling' });
  strangers.set('a key with admin for another project', { key: await api.newKey({ projectId: sibling.id }) });
});
afterAll(async () => await api[Symbol.asyncDispose]());

/**
 * Fills in a path. Throws when a name stands for nothing in both organisations, since the test would then compare
 * nothing with nothing.
 */
function pathWith(path: string, ids: PathIds): string {
  const named: Record<string, string | undefined> = { ...ids, id: ids.jobId, name: ids.contextName };
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = named[name];
    if (id === undefined) throw new Error(`The matrix has nothing that {${name}} of ${path} could name.`);
    return id;
  });
}

async function send({ method, path, body }: ListedOperation, asker: Asker, ids: PathIds): Promise<Reply> {
  return await api.send(method, pathWith(path, ids), { ...asker, ...(!bodiless.has(method) && { body }) });
}

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns each method that an operation's path answers, including the one of preflights. */
function methodsOf({ method }: ListedOperation): string[] {
  return method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'];
}

/** Returns the content of a reply, including its headers, without what it repeats of the request. */
function answerWithout({ status, text, headers }: Reply, ids: PathIds): object {
  const repeated = Object.values<string | undefined>({ ...ids }).filter((one) => one !== undefined);
  const plain = (whole: string) => repeated.reduce((rest, one) => rest.replaceAll(one, '…'), whole);
  const reported = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return {
    status,
    text: plain(text).replaceAll(/req_[\w-]+/g, ''),
    headers: reported.map(([name, value]) => [name, name === 'ratelimit' ? value.replace(/r=\d+/, '') : plain(value)]),
  };
}

describe('a key with a single scope', () => {
  test.each(asking)('gets 403 from %s exactly if the OpenAPI file requires another scope', async (_name, operation) => {
    const allowed = new Set(operation.security.flatMap(({ apiKey }) => apiKey ?? []));
    const isForKeys = operation.security.some(({ apiKey }) => apiKey !== undefined);
    const anyKey = operation.security.some(({ apiKey }) => apiKey?.length === 0);
    for (const scope of scopes) {
      const may = isForKeys && (anyKey || scope === 'admin' || allowed.has(scope));
      const reply = await send(operation, { key: await keyOf(scope) }, absent);
      expect([scope, reply.status === 403]).toEqual([scope, !may]);
      expect(reply.status).not.toBe(401);
    }
  });

  const keys = new Map<Scope, string>();

  async function keyOf(scope: Scope): Promise<string> {
    const key = keys.get(scope) ?? (await api.newKey({ scopes: [scope] }));
    keys.set(scope, key);
    return key;
  }
});

describe('callers of another organisation, and keys of another project', () => {
  test.each(withNames)('%s reveals and writes nothing of another organisation', async (_name, operation) => {
    const before = await hashRows(api.db);
    for (const [who, asker] of strangers) {
      // A browser sends views without a key: the page contains its project, whose origins distinguish it from one that
      // does not exist.
      if (asker.key === null && operation.security.some((one) => Object.keys(one).length === 0)) continue;
      for (const method of methodsOf(operation)) {
        const ofTheirs = answerWithout(await send({ ...operation, method }, asker, theirs), theirs);
        const ofNothing = answerWithout(await send({ ...operation, method }, asker, absent), absent);
        expect([who, method, ofTheirs]).toEqual([who, method, ofNothing]);
        // Everybody may ask which methods a path has.
        const isFit = method === 'OPTIONS' ? (status: number) => status === 405 || status === 204 : isRefusal;
        expect([who, method, ofTheirs]).toEqual([
          who,
          method,
          expect.objectContaining({ status: expect.toSatisfy(isFit) }),
        ]);
      }
    }
    expect(await hashRows(api.db)).toEqual(before);
  });

  test.each(withNames)(
    '%s does not accept an identifier of another organisation within the caller’s own project',
    async (_name, operation) => {
      const admin = strangers.get('a key of another organisation with admin') ?? { key: null };
      const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => (name === 'id' ? 'jobId' : name));
      const swapped = named.filter((name) => name in absent && !namesOfTheirOwn.has(name));
      const before = await hashRows(api.db);
      for (const name of swapped) {
        const [ofTheirs, ofNothing] = [
          { ...own, [name]: Object.entries(theirs).find(([one]) => one === name)?.[1] ?? '' },
          { ...own, [name]: Object.entries(absent).find(([one]) => one === name)?.[1] ?? '' },
        ];
        const reported = answerWithout(await send(operation, admin, ofTheirs), ofTheirs);
        expect([name, reported]).toEqual([name, answerWithout(await send(operation, admin, ofNothing), ofNothing)]);
        expect([name, reported]).toEqual([name, expect.objectContaining({ status: expect.toSatisfy(isRefusal) })]);
      }
      expect(await hashRows(api.db)).toEqual(before);
    },
  );

  const lists = asking.filter(([, { method, path }]) => method === 'GET' && !path.includes('{'));

  test.each(lists)('%s lists nothing of another organisation', async (_name, operation) => {
    const identifiers = Object.entries(theirs).flatMap(([name, id]) => (namesOfTheirOwn.has(name) ? [] : [id]));
    for (const asker of strangers.values()) {
      const { text } = await send(operation, asker, own);
      expect(identifiers.filter((id) => text.includes(id))).toEqual([]);
    }
  });
});

function isRefusal(status: number): boolean {
  return status === 403 || status === 404;
}
