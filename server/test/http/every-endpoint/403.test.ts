import { endpoints, scopes } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { absentProjectId, everyEndpoint, everyKeyed, everyOwn, everyScope, goodBody } from '../support/endpoints.ts';

let api: TestApi;
let ids: Required<PathIds>;
beforeAll(async () => {
  api = await startApi({ trustedProxies: ['127.0.0.1'] });
  ids = await api.newIds();
  // The built-in model is given no feedback: it could not follow what is asked for.
  await api.db.updateTable('project').set({ model: 'anthropic/claude-sonnet-5-5' }).execute();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(everyScope)('%s refuses a key with all scopes but its own', async (_name, endpoint) => {
  const key = await api.newKey({ scopes: scopesBut(endpoint.scope) });
  const reply = await api.send(endpoint.method, pathOf(endpoint, ids), { key, body: goodBody(endpoint) });
  expectProblem(reply, 'insufficient_scope');
  expect(reply.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${endpoint.scope}"`);
});

/** Tested separately below: each needs something that no other test may lose, or that does not exist. */
const apart: ReadonlySet<string> = new Set([
  'deleteProject',
  'getJobEffect',
  'repairNotFound',
  'undoJob',
  'backportJob',
]);

test.each(everyKeyed.filter(([name]) => !apart.has(name)))(
  '%s accepts a key with only its scope',
  async (_name, endpoint) => {
    const key = await api.newKey({ scopes: [endpoint.scope] });
    const query = endpoint.method === 'GET' ? queryOf(endpoint.path) : '';
    // JSON rather than a stream, which would last as long as its job.
    const headers = { accept: 'application/json' };
    const path = pathOf(endpoint, ids) + query;
    const reply = await api.send(endpoint.method, path, { key, body: goodBody(endpoint), headers });
    expect(reply.status).toBeLessThan(300);
  },
);

/** Returns the required query: one page by its path, or a commit by its id. */
function queryOf(path: string): string {
  if (path === '/v1/effect/{projectId}') return '?commit=0123456';
  return path.includes('page') ? '?path=/' : '';
}

test('deleteProject accepts a key with only its scope, for a project of its own', async () => {
  const key = await api.newKey({ scopes: ['admin'] });
  const { id } = await createProject(api.db, { ...api.project, id: undefined, name: 'Passing' });
  expect((await api.send('DELETE', `/v1/projects/${id}?name=Passing`, { key })).status).toBe(204);
});

test('getJobEffect accepts a key with only its scope, for a job without a pull request', async () => {
  const key = await api.newKey({ scopes: ['agent:read'] });
  const reply = await api.send('GET', `/v2/agent/${ids.projectId}/job/${ids.jobId}/effect`, { key });
  expectProblem(reply, 'pull_request_not_merged');
});

test('repairNotFound accepts a key with only its scope, if no path is missing', async () => {
  const key = await api.newKey({ scopes: [endpoints.repairNotFound.scope] });
  const path = `/v1/analytics/${ids.projectId}/not-found/repair`;
  expectProblem(await api.send('POST', path, { key, body: goodBody(endpoints.repairNotFound) }), 'nothing_not_found');
});

test.each(['undoJob', 'backportJob'] as const)(
  '%s accepts a key with only its scope, for a job without a change',
  async (name) => {
    const key = await api.newKey({ scopes: [endpoints[name].scope] });
    const path = pathOf(endpoints[name], ids);
    expectProblem(await api.send('POST', path, { key, body: goodBody(endpoints[name]) }), 'nothing_to_carry');
  },
);

test.each(everyScope)('%s checks the scope before the project and the body', async (_name, endpoint) => {
  const key = await api.newKey({ scopes: scopesBut(endpoint.scope) });
  const path = pathOf(endpoint, { projectId: absentProjectId, jobId: 'job_x' });
  const body = endpoint.method === 'POST' ? '{' : undefined;
  expectProblem(await api.send(endpoint.method, path, { key, body }), 'insufficient_scope');
});

test.each(everyEndpoint)('%s refuses a key at an address that the key does not allow', async (_name, endpoint) => {
  const key = await api.newKey({ allowedAddresses: ['192.0.2.0/24'] });
  const reply = await api.send(endpoint.method, pathOf(endpoint, ids), { key, body: goodBody(endpoint) });
  expectProblem(reply, 'address_not_allowed');
  expect(reply.headers.get('www-authenticate')).toBeNull();
});

test('the client’s address is read from a trusted proxy', async () => {
  const key = await api.newKey({ allowedAddresses: ['192.0.2.0/24'] });
  const path = `/v2/agent/${ids.projectId}/jobs`;
  const from = async (address: string) => await api.send('GET', path, { key, headers: { 'x-forwarded-for': address } });
  expect((await from('192.0.2.7')).status).toBe(200);
  expectProblem(await from('198.51.100.7'), 'address_not_allowed');
  // The client wrote what precedes the proxy's own entry.
  expectProblem(await from('192.0.2.7, 198.51.100.7'), 'address_not_allowed');
});

test('a forwarded address is ignored without a trusted proxy', async () => {
  await using plain = await startApi();
  const key = await plain.newKey({ allowedAddresses: ['192.0.2.0/24'] });
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  const reply = await plain.send('GET', `/v2/agent/${plain.project.id}/jobs`, { key, headers });
  expectProblem(reply, 'address_not_allowed');
});

test.each(everyOwn)('%s refuses every key, whatever its scopes', async (_name, endpoint) => {
  for (const body of endpoint.body ? [goodBody(endpoint), '{'] : [undefined]) {
    const reply = await api.send(endpoint.method, pathOf(endpoint, ids), { body });
    expect(expectProblem(reply, 'insufficient_scope').detail).toContain('An API key has no account.');
    // No other scope would help.
    expect(reply.headers.get('www-authenticate')).toBeNull();
  }
});

const ofPeople = everyEndpoint.filter(([, { path }]) => /^\/v1\/(people|audit)\b/.test(path));

test.each(ofPeople)('%s refuses a key of one project', async (_name, endpoint) => {
  const key = await api.newKey({ projectId: api.project.id });
  const reply = await api.send(endpoint.method, pathOf(endpoint, ids), { key, body: goodBody(endpoint) });
  expectProblem(reply, 'insufficient_scope');
});

function scopesBut(scope: Scope): Scope[] {
  return scopes.filter((one) => one !== scope && one !== 'admin');
}
