import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../../support/server-process.ts';
import { runCommand } from '../../operator/run-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const planted = {
  setting: 'planted-Setting-93hf8s2k1l',
  password: 'planted-p4ss-word',
  modelKey: 'sk-ant-planted0123456789abcdefghij',
  prompt: 'planted prompt about Grace Hopper',
  statement: 'planted-statement-7',
  message: 'desk_planted0123456789abcdefghijklmnopqrstuvwxyzABCDEF012345',
  person: 'planted.person@example.com',
};

test('status fits on one screen, and the bundle contains none of the secrets', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder();
  const data = path.join(folder.path, 'data');
  const env = {
    COPYDESK_DATA_DIR: data,
    COPYDESK_LOG_LEVEL: 'warn',
    COPYDESK_OIDC_CLIENT_SECRET: planted.setting,
    COPYDESK_OIDC_CLIENT_ID: 'desk',
    COPYDESK_OIDC_ISSUER: 'https://id.example.com',
    COPYDESK_MODEL_PROXY: `http://user:${planted.password}@proxy.example.com`,
    ANTHROPIC_API_KEY: planted.modelKey,
  };
  const none = await runCommand(['status'], { env });
  expect(none).toMatchObject({ code: 1, out: expect.stringMatching(/not running[^]*There is no database in/) });
  await expect(stat(data)).rejects.toThrow('ENOENT');

  const { COPYDESK_MODEL_PROXY: _, ...served } = env;
  const copydesk = await commandLine(served, { isEmbedded: true });
  const server = await copydesk.serve();
  const project = z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', '--name', 'First'));
  await copydesk.json('job', 'create', planted.prompt, '--project', project.id);
  await copydesk.json('database', 'backup', path.join(folder.path, 'today.backup'));
  const port = new URL(server.url).port;
  const shown = await runCommand(['status'], { env: { ...served, COPYDESK_PORT: port } });
  expect(shown).toMatchObject({ code: 0, err: '' });
  for (const part of [
    /^Copydesk \S+ at http:\/\/127\.0\.0\.1:\d+: up$/m,
    /^ *Jobs +\d active/m,
    /^ *Workers +1: /m,
    /^ *Page views +0 counted today and 0 dropped, none yet; all in the totals$/m,
    /^ *Database +PostgreSQL 18\..* of 100 connections; embedded, /m,
    /^ *Disk +.* free; clones /m,
    /^ *Last backup +\d+ s ago, .*today\.backup on /m,
  ]) {
    expect(shown.out).toMatch(part);
  }
  expect(shown.out.split('\n').length).toBeLessThan(20);
  const made = z
    .object({ key: z.string() })
    .parse(await copydesk.json('key', 'create', '--name', 'all', '--scopes', 'admin'));
  const elsewhere = await runCommand(['status', '--json'], {
    env: { COPYDESK_URL: server.url, COPYDESK_KEY: made.key },
    cwd: folder.path,
  });
  expect(JSON.parse(elsewhere.out)).toMatchObject({ server: 'up', health: { workers: { found: { alive: 1 } } } });
  await server.end('SIGTERM');

  const when = '2026-11-26 12:00:00.000 UTC [1]';
  await appendFile(
    path.join(data, 'postgres/server.log'),
    `${when} ERROR:  value "${planted.person}" is too long\n${when} DETAIL:  Failing row (${planted.statement}).\n` +
      `${when} STATEMENT:  insert into person values ('${planted.statement}')\n${when} FATAL:  password=${planted.password} refused\n`,
  );
  const log = path.join(folder.path, 'copydesk.log');
  const entry = { level: 40, time: 1, msg: `with ${planted.message} for ${planted.person}`, prompt: planted.prompt };
  const err = { code: 'model_refused', message: planted.prompt, stack: planted.statement };
  await writeFile(log, `${JSON.stringify({ ...entry, err })}\n${planted.prompt}\n`);
  const file = path.join(folder.path, 'support.json');
  const command = ['doctor', '--bundle', file, '--log', log];
  expect(await runCommand(command, { env })).toMatchObject({ code: 0, err: '' });
  expect((await stat(file)).mode & 0o077).toBe(0);

  const text = await readFile(file, 'utf8');
  const kept = [made.key, await readFile(path.join(data, 'postgres/password'), 'utf8')];
  for (const secret of [...Object.values(planted), ...kept]) expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject({
    format: 'copydesk-support 1',
    settings: expect.arrayContaining([
      { name: 'COPYDESK_LOG_LEVEL', value: 'warn' },
      { name: 'COPYDESK_OIDC_CLIENT_SECRET', value: 'set, not shown' },
    ]),
    findings: expect.arrayContaining([expect.objectContaining({ about: 'COPYDESK_MODEL_PROXY' })]),
    database: { migrations: expect.arrayContaining([expect.objectContaining({ version: 1 })]) },
    ownLog: [{ level: 40, time: 1, error: 'model_refused', msg: 'with [removed] for [removed]' }],
  });
  expect(text).toMatch(/ERROR: {2}value \\"…\\" is too long/);
  expect(await runCommand(command, { env })).toMatchObject({ code: 1, err: expect.stringMatching(/there already/) });
});
