import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOfRun } from '../support/database.ts';
import { runCommand, startCommand, untilSaid } from './run-command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-start-'));
  // Root's PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('all wrong settings are named at once, and nothing starts', async () => {
  const env = { COPYDESK_PORT: '99999', COPYDESK_URL: 'docs', DATABASE_URL: 'mysql://x', COPYDESK_MODEL: '?' };
  const { code, out, err } = await runCommand(['serve'], { env, cwd: folder });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  for (const name of Object.keys(env)) expect(err).toContain(`\n  ${name} `);
});

test.each([['serve'], ['work']])(
  '%s does not start without git, since it could read no repository',
  async (command) => {
    const bare = path.join(folder, `only-node-${command}`);
    await mkdir(bare);
    await symlink(process.execPath, path.join(bare, 'node'));
    const data = path.join(folder, `without-git-${command}`);
    await mkdir(data);
    const env = { PATH: bare, COPYDESK_DATA_DIR: data, DATABASE_URL: await databaseOfRun(), COPYDESK_PORT: '0' };
    const { code, out, err } = await runCommand([command], { env });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('The program git was not found on the PATH: no repository can be read. Install git 2.38');
  },
);

test('a port in use is reported, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const env = { COPYDESK_DATA_DIR: path.join(folder, 'unused') };
  const { code, err } = await runCommand(['serve', '--port', String(port)], { env });
  other.close();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^copydesk: .*${port}.*\n$`));
});

test('if two servers start at the same time on one port, one reports that the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  other.close();
  const servers = ['first', 'second'].map((name) => {
    const env = { COPYDESK_DATA_DIR: path.join(folder, name), COPYDESK_LOG_LEVEL: 'error' };
    return startCommand(['serve', '--port', String(port)], { env });
  });
  const said = await Promise.allSettled(servers.map(async (server) => await untilSaid(server, /listens at/)));
  const refused = said.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('ended with 1 ')]);
  expect(refused[0]).toContain(`Port ${port} on 127.0.0.1 is in use`);
  const winner = servers.find((server) => server.exitCode === null);
  winner?.kill('SIGTERM');
  expect(winner && (await once(winner, 'close'))).toEqual([0, null]);
});

test('a data directory that is a file is reported', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const { code, err } = await runCommand(['project', 'list'], { env: { COPYDESK_DATA_DIR: file } });
  expect(code).toBe(1);
  expect(err).toMatch(/^copydesk: /);
  expect(err).toContain(file);
  expect(err).not.toContain('a bug in Copydesk');
});

test('commands and a server share the embedded database, whichever of them starts it', async () => {
  const env = { COPYDESK_DATA_DIR: path.join(folder, 'data'), COPYDESK_PORT: '0', COPYDESK_LOG_LEVEL: 'error' };
  const created = await runCommand(['key', 'create', '--name', 'before'], { env });
  expect(created).toMatchObject({ code: 0 });

  const server = startCommand(['serve', '--json'], { env });
  const [line] = await untilSaid(server, /^\{.*\}\n/);
  const { url } = JSON.parse(line) as { url: string };
  const asked = await fetch(`${url}/v2/agent/prj_0000000000000000000000/jobs`, {
    headers: { authorization: `Bearer ${created.out.trim()}` },
  });
  expect(asked.status).toBe(404);

  const listed = await runCommand(['key', 'list', '--json'], { env });
  expect(listed.code).toBe(0);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  server.kill('SIGTERM');
  expect(await once(server, 'close')).toEqual([0, null]);
});
