import { Problem } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools.ts';
import { mcpOverHttp } from '../../src/mcp/over-http.ts';
import { expectProblem, startApi } from '../http/support/api.ts';
import { call, connect } from './support/client.ts';

const plugins = [mcpOverHttp()];
const hello = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const accept = { accept: 'application/json, text/event-stream' };

test('a request without a key, with a wrong key or with a session is refused', async () => {
  await using api = await startApi({ plugins });
  const none = await api.send('POST', '/mcp', { key: null, body: hello, headers: accept });
  expectProblem(none, 'credentials_required');
  expect(none.headers.get('www-authenticate')).toBe('Bearer');
  expectProblem(await api.send('POST', '/mcp', { key: 'desk_wrong', body: hello, headers: accept }), 'invalid_token');
  const cookie = { ...accept, cookie: 'copydesk_session=anything' };
  expectProblem(await api.send('POST', '/mcp', { key: null, body: hello, headers: cookie }), 'credentials_required');
});

test('pages of other sites are refused, and those of this server are not', async () => {
  await using api = await startApi({ plugins });
  for (const origin of ['https://evil.example', 'null', 'http://desk.example.com', 'https://desk.example.com.evil']) {
    const reply = await api.send('POST', '/mcp', { body: hello, headers: { ...accept, origin } });
    expectProblem(reply, 'forbidden_origin');
  }
  const own = { ...accept, origin: 'https://desk.example.com' };
  expect((await api.send('POST', '/mcp', { body: hello, headers: own })).status).toBe(200);
});

test('a body that is not MCP is refused before anything is done', async () => {
  await using api = await startApi({ plugins });
  const send = async (body: string | object, headers = {}): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${api.port}/mcp`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { ...accept, authorization: `Bearer ${api.adminKey}`, 'content-type': 'application/json', ...headers },
    });
    return Problem.parse(await reply.json()).code;
  };
  expect(await send('{"jsonrpc":')).toBe('invalid_json');
  expect(await send(hello, { 'content-type': 'text/plain' })).toBe('unsupported_media_type');
  expect(await send(`${'['.repeat(20)}${']'.repeat(20)}`)).toBe('invalid_request');
  expect(await send(`[${'1,'.repeat(20_000)}1]`)).toBe('invalid_request');
  expect(await send({ ...hello, pad: 'x'.repeat(300_000) })).toBe('payload_too_large');
  expect((await api.send('GET', '/mcp')).status).toBe(405);
  expect((await api.send('DELETE', '/mcp')).status).toBe(405);
});

test('arguments that do not fit are reported by their names, in the words of the API', async () => {
  await using api = await startApi({ plugins });
  await using client = await connect(api);
  const project = api.project.id;
  const cases: [string, Record<string, unknown>, string, object][] = [
    ['create_job', { project }, 'invalid_request', { pointer: '/prompt', detail: 'is missing' }],
    ['create_job', { project, prompt: ' ' }, 'invalid_request', { pointer: '/prompt' }],
    ['create_job', { project, prompt: 'a\u0000b' }, 'invalid_request', { pointer: '/prompt' }],
    ['create_job', { project, prompt: 'x'.repeat(32_001) }, 'invalid_request', { pointer: '/prompt' }],
    ['create_job', { project, prompt: { toString: 'x' } }, 'invalid_request', { pointer: '/prompt' }],
    ['create_job', { project, prompt: 'x', idempotencyKey: 'a b' }, 'invalid_request', { header: 'Idempotency-Key' }],
    [
      'create_job',
      { project, prompt: 'x', idempotencyKey: 'a\r\nx: y' },
      'invalid_request',
      { header: 'Idempotency-Key' },
    ],
    ['propose_questions', { project, limit: 51 }, 'invalid_request', { parameter: 'limit' }],
    ['readability', { project, rule: 'no-rule' }, 'invalid_request', { parameter: 'rule' }],
    ['readability', { project, rule: 1 }, 'invalid_request', { pointer: '/rule' }],
    ['job_pages', { project }, 'invalid_request', { pointer: '/job', detail: 'is missing' }],
    ['page_views', { project, limit: 251 }, 'invalid_request', { parameter: 'limit' }],
    ['page_views', { project, limit: 1.5 }, 'invalid_request', { pointer: '/limit' }],
    ['page_views', { project, dateFrom: '2026-02-31' }, 'invalid_request', { parameter: 'dateFrom' }],
    ['page_views', { project, date_from: '2026-02-01' }, 'invalid_request', { pointer: '/date_from' }],
    ['follow_job', { project, job: 'x', waitSeconds: 51 }, 'invalid_request', { pointer: '/waitSeconds' }],
    ['list_jobs', { project, constructor: 'x' }, 'invalid_request', { pointer: '/constructor' }],
  ];
  for (const [name, given, code, error] of cases) {
    const { isError, value } = await call(client, name, given);
    expect({ name, isError, ...value }).toMatchObject({ name, isError: true, code, errors: [error] });
  }
  for (const job of ['job_nothing', '../../../v1/keys', 'job_00000000000000000000000000?x=1', '%2e%2e']) {
    expect(await call(client, 'follow_job', { project, job })).toMatchObject({
      isError: true,
      value: { code: 'not_found' },
    });
  }
  await expect(client.callTool({ name: 'delete_project', arguments: {} })).rejects.toThrow('no tool with this name');
  expect(api.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('resources of other organisations are not found', async () => {
  await using api = await startApi({ plugins });
  await using client = await connect(api);
  const { id } = await api.newJob({ project: api.foreign });
  for (const project of [api.project.id, api.foreign.id]) {
    for (const name of ['follow_job', 'job_diff', 'job_pages', 'archive_job'])
      expect(await call(client, name, { project, job: id })).toMatchObject({ value: { code: 'not_found' } });
  }
});

test('a key gets the tools that its scopes allow, and is refused the others', async () => {
  await using api = await startApi({ plugins });
  const key = await api.newKey({ scopes: ['analytics:read'] });
  await using client = await connect(api, { key });
  const { tools: offered } = await client.listTools();
  expect(offered.map(({ name }) => name)).toEqual([
    'commit_effect',
    'report',
    'page_views',
    'ai_agents',
    'list_feedback',
    'not_found',
    'views_over_time',
  ]);
  const given = { project: api.project.id, prompt: 'Fix typos' };
  expect(await call(client, 'create_job', given)).toMatchObject({
    isError: true,
    value: { code: 'insufficient_scope', status: 403 },
  });
});

test('the read-only address changes nothing, whatever the key allows', async () => {
  await using api = await startApi({ plugins });
  await using client = await connect(api, { path: '/mcp/read-only' });
  const { tools: offered } = await client.listTools();
  expect(offered.map(({ name }) => name)).toEqual(tools.filter((tool) => tool.isReading).map(({ name }) => name));
  expect(offered.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const { id: job } = await api.newJob();
  for (const name of ['create_job', 'message_job', 'archive_job']) {
    const given = { project: api.project.id, ...(name === 'create_job' ? {} : { job }), prompt: 'x' };
    expect(await call(client, name, given)).toMatchObject({ isError: true, value: { code: 'insufficient_scope' } });
  }
  const asked = await call(client, 'questions', { project: api.project.id, judge: false });
  expect(asked.isError).toBe(false);
  // A model costs money, as a job does.
  const judged = await call(client, 'questions', { project: api.project.id, judge: true });
  expect(judged).toMatchObject({ isError: true, value: { code: 'insufficient_scope' } });
  const jobs = await call(client, 'list_jobs', { project: api.project.id });
  expect(jobs.value).toMatchObject({ jobs: [{ id: job, status: 'active' }] });
});

test('the quotas of the API apply', async () => {
  await using api = await startApi({ plugins, quotas: { createPerHour: 1, analyticsPerHour: 1 } });
  await using client = await connect(api);
  const project = api.project.id;
  expect((await call(client, 'create_job', { project, prompt: 'One' })).isError).toBe(false);
  expect(await call(client, 'create_job', { project, prompt: 'Two' })).toMatchObject({
    value: { code: 'quota_exceeded' },
  });
  expect((await call(client, 'page_views', { project })).isError).toBe(false);
  expect(await call(client, 'ai_agents', { project })).toMatchObject({ value: { code: 'quota_exceeded' } });
});

test('a revoked key is refused before a tool is called', async () => {
  await using api = await startApi({ plugins });
  const key = await api.newKey();
  await using client = await connect(api, { key });
  await api.db.updateTable('api_key').set({ revoked_at: new Date() }).where('name', '=', 'test').execute();
  await expect(client.listTools()).rejects.toThrow('401');
});
