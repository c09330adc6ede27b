import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { startApi } from '../http/support/api.ts';
import { call, eras } from './support/client.ts';

const program = fileURLToPath(new URL('../../bin/copydesk.js', import.meta.url));

async function start(
  env: Record<string, string>,
  { mode = 'legacy', args = [] }: { mode?: (typeof eras)[number]; args?: string[] } = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const whole = { PATH: process.env['PATH'] ?? '', COPYDESK_DATA_DIR: tmpdir(), ...env };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...args], env: whole }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: async () => await client.close() });
}

describe.each(eras)('the command, for a client that negotiates %s', (mode) => {
  test('calls the server with what its key allows', async () => {
    await using api = await startApi();
    const key = await api.newKey({ scopes: ['agent:read', 'agent:write'] });
    const env = { COPYDESK_URL: `http://127.0.0.1:${api.port}`, COPYDESK_KEY: key, COPYDESK_PROJECT: api.project.id };
    await using client = await start(env, { mode });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('page_views');
    const { value: job } = await call(client, 'create_job', { prompt: 'Fix typos' });
    const path = `/v2/agent/${api.project.id}/job/${String(job['id'])}`;
    const waiting = call(client, 'follow_job', { job: job['id'], waitSeconds: 30 });
    await api.send('POST', `${path}/archive`);
    expect((await waiting).value).toMatchObject({ job: { status: 'archived' } });
    expect((await call(client, 'page_views')).value).toMatchObject({ code: 'insufficient_scope' });
  });
});

test('with --read-only it changes nothing', async () => {
  await using api = await startApi();
  const env = { COPYDESK_URL: `http://127.0.0.1:${api.port}`, COPYDESK_KEY: api.adminKey };
  await using client = await start(env, { args: ['--read-only'] });
  const refused = await call(client, 'create_job', { prompt: 'Fix typos', project: api.project.id });
  expect(refused).toMatchObject({ isError: true, value: { code: 'insufficient_scope' } });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create_job');
});

test('an unreachable server is reported to the model, with its address and without the key', async () => {
  const env = { COPYDESK_URL: 'http://127.0.0.1:9', COPYDESK_KEY: 'desk_secret' };
  await using client = await start(env);
  const { value, text } = await call(client, 'list_jobs', { project: 'prj_x' });
  expect(value).toMatchObject({ code: 'server_unreachable', retryable: true });
  expect(text).toContain('http://127.0.0.1:9');
  expect(text).not.toContain('desk_secret');
});

test('without a key it ends with an error, and it ends when its input ends', async () => {
  const run = promisify(execFile);
  const env = { PATH: process.env['PATH'], COPYDESK_DATA_DIR: tmpdir() };
  await expect(run(process.execPath, [program, 'mcp'], { env })).rejects.toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('COPYDESK_KEY'),
  });
  const running = run(process.execPath, [program, 'mcp'], { env: { ...env, COPYDESK_KEY: 'desk_x' } });
  running.child.stdin?.end();
  expect((await running).stdout).toBe('');
});
