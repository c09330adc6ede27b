import { expect, test } from 'vitest';
import { mcpOverHttp } from '../../src/mcp/over-http.ts';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';

const version = '2026-07-28';

/**
 * Sends a request in the form of the specification: no client library supports the extension yet without one of its
 * own.
 */
async function ask(
  api: TestApi,
  method: string,
  params: { name?: string; taskId?: string; arguments?: object },
  { extensions = { 'io.modelcontextprotocol/tasks': {} }, path = '/mcp' }: { extensions?: object; path?: string } = {},
): Promise<{ result?: Record<string, unknown>; error?: { code: number; data?: unknown } }> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  };
  const reply = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.adminKey}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': method,
      'mcp-name': params.name ?? params.taskId ?? '',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  return JSON.parse(await reply.text());
}

const ended = (status: 'completed' | 'failed') =>
  status === 'completed'
    ? { status }
    : { status, error: JSON.stringify({ code: 'internal', detail: 'x', retryable: true }) };

const create = (project: string) => ({ name: 'create_job', arguments: { project, prompt: 'Fix typos' } });

test('a client that supports tasks gets one for a job, reads it and cancels it', async () => {
  await using api = await startApi({ plugins: [mcpOverHttp()] });
  const { result: task } = await ask(api, 'tools/call', create(api.project.id));
  expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: 3_000 });
  const taskId = String(task?.['taskId']);
  expect(taskId).toMatch(new RegExp(`^${api.project.id}/job_`));
  expect(await ask(api, 'tasks/get', { taskId })).toMatchObject({
    result: { resultType: 'complete', taskId, status: 'working' },
  });
  expect(await ask(api, 'tasks/update', { taskId })).toMatchObject({ result: { resultType: 'complete' } });
  expect(await ask(api, 'tasks/cancel', { taskId })).toMatchObject({ result: { resultType: 'complete' } });
  expect(await ask(api, 'tasks/get', { taskId })).toMatchObject({ result: { status: 'cancelled' } });
});

test('a task of a job that has ended contains the result of the call', async () => {
  await using api = await startApi({ plugins: [mcpOverHttp()] });
  for (const [status, isError] of [
    ['completed', false],
    ['failed', true],
  ] as const) {
    const { id } = await api.newJob();
    await api.db.updateTable('job').set(ended(status)).where('id', '=', id).execute();
    const { result } = await ask(api, 'tasks/get', { taskId: `${api.project.id}/${id}` });
    expect(result).toMatchObject({ status: 'completed', result: { isError, content: [{ type: 'text' }] } });
  }
});

test('a client that does not announce tasks gets the job itself', async () => {
  await using api = await startApi({ plugins: [mcpOverHttp()] });
  const { result } = await ask(api, 'tools/call', create(api.project.id), { extensions: {} });
  expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text' }] });
});

test('tasks of other organisations, and unknown ones, are not found, and the read-only address cancels none', async () => {
  await using api = await startApi({ plugins: [mcpOverHttp()] });
  const { id } = await api.newJob({ project: api.foreign });
  for (const taskId of [
    `${api.foreign.id}/${id}`,
    `${api.project.id}/${id}`,
    'x',
    '/',
    '../../v1/keys',
    'x'.repeat(200),
  ]) {
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      expect(await ask(api, method, { taskId })).toMatchObject({
        error: { code: -32_602, data: { code: 'not_found' } },
      });
  }
  const { id: own } = await api.newJob();
  const taskId = `${api.project.id}/${own}`;
  expect(await ask(api, 'tasks/cancel', { taskId }, { path: '/mcp/read-only' })).toMatchObject({
    error: { data: { code: 'insufficient_scope' } },
  });
});
