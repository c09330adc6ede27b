import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand, startByNpx, startCommand, untilSaid } from './run-command.ts';

let folder: string;
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-launcher-'));
  database = await testDatabase();
  env = { COPYDESK_DATA_DIR: folder, COPYDESK_PORT: '0', COPYDESK_LOG_LEVEL: 'error', DATABASE_URL: database.url };
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe.each([
  ['on this Node', false],
  ['on an older Node', true],
])('%s', (_, onOldNode) => {
  test('the command runs, without a warning', async () => {
    const { code, out, err } = await runCommand(['--help'], { env, onOldNode });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: copydesk/);
  });

  test('the exit code of the command is returned', async () => {
    expect((await runCommand(['serv'], { env, onOldNode })).code).toBe(2);
    expect((await runCommand(['job', 'show', 'job_none'], { env, onOldNode })).code).toBe(3);
  });

  test('standard input comes through', async () => {
    const argv = ['job', 'create', '-', '--project', 'x'];
    const { code, err } = await runCommand(argv, { env, onOldNode, input: ' \n' });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('must not be blank') });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s stops a server cleanly', async (signal) => {
    const child = startCommand(['serve'], { env, onOldNode });
    await untilSaid(child, /listens at (http:\/\/\S+)/);
    child.kill(signal);
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('a server that npx started stops cleanly after its %s', async (signal) => {
    const npx = startByNpx(['serve'], { env, onOldNode });
    const [, url] = await untilSaid(npx, /listens at (http:\/\/\S+)/);
    npx.kill(signal);
    await once(npx, 'close');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });
});

test('a killed launcher ends its server', async () => {
  const child = startCommand(['serve'], { env, onOldNode: true });
  const [, url] = await untilSaid(child, /listens at (http:\/\/\S+)/);
  child.kill('SIGKILL');
  // `close` is emitted when the last process with the pipes has ended.
  await once(child, 'close');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});
