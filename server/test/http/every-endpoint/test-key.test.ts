import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { Job } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureTestProject, makeTestProjects } from '../../../src/projects/test-mode.ts';
import { pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { everyEndpoint, goodBody } from '../support/endpoints.ts';

let api: TestApi;
let ids: Required<PathIds>;
let key: string;
/** Addresses that this process has tried to connect to, except its own machine and the database's socket. */
const reached: string[] = [];

beforeAll(async () => {
  api = await startApi({
    testMode: {
      enter: async (organisationId, projectId) => (await ensureTestProject(api.db, { organisationId, projectId }))?.id,
      makeAll: async (organisationId) => await makeTestProjects(api.db, organisationId),
    },
  });
  ids = await api.newIds();
  key = await api.newKey({ test: true });
  subscribe('net.client.socket', watch);
});
afterAll(async () => {
  unsubscribe('net.client.socket', watch);
  await api[Symbol.asyncDispose]();
});

function watch(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return;
  const { socket } = message;
  if (!(socket instanceof Socket)) return;
  socket.on('connectionAttempt', (address: string) => {
    if (!/^(?:127\.|::1$|\/)/.test(address)) reached.push(address);
  });
  socket.on('lookup', (_error: unknown, address: string, _family: unknown, host: string) => {
    if (host !== 'localhost') reached.push(`${host} ${address}`);
  });
}

/** Returns all rows of live organisations, projects and jobs, except for when keys were last used. */
async function liveRows(): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  `.execute(api.db);
  const owners = ['org_one', 'org_two', api.project.id, api.foreign.id, ids.jobId];
  const numbers = [api.project.number, api.foreign.number].map(String);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (row - 'last_used_at')::text as row from (select to_jsonb(one) as row from ${sql.table(name)} as one) as rows
      where array[row ->> 'organisation_id', row ->> 'project_id', row ->> 'job_id', row ->> 'owner_id', row ->> 'id']
        && ${[...owners, ...numbers]}::text[]
      order by row::text
    `.execute(api.db);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test('no endpoint changes live data for a test key, or contacts another server', { timeout: 300_000 }, async () => {
  const body = { prompt: 'test:completed' };
  const made = await api.send('POST', `/v2/agent/${api.project.id}/job`, { key, body });
  const own = { ...ids, jobId: Job.parse(made.json).id };
  const before = await liveRows();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['api_key', 'job', 'job_event', 'project', 'webhook']));
  const answers: Record<string, number> = {};
  for (const named of [ids, own]) {
    for (const [name, endpoint] of everyEndpoint) {
      const reply = await api.send(endpoint.method, pathOf(endpoint, named), {
        key,
        body: goodBody(endpoint),
        // Otherwise the endpoint for older clients follows the job.
        headers: { accept: 'application/json' },
      });
      answers[name] = reply.status;
      expect({ name, isBug: reply.status >= 500 }).toEqual({ name, isBug: false });
    }
  }
  expect(answers).toMatchObject({
    getJob: 200,
    getViews: 200,
    collect: 202,
    getWebhook: 404,
    revokeKey: 404,
    setConnection: 409,
    lookAtRepository: 409,
    addContextRepository: 409,
    setModelKey: 409,
  });
  expect(await liveRows()).toEqual(before);
  expect(reached).toEqual([]);
});
