import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../operator/run-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const stack = new AsyncDisposableStack();
let folder: string;

beforeAll(async () => {
  folder = stack.use(await temporaryFolder()).path;
});

afterAll(async () => await stack.disposeAsync());

test('in the wrong folder it says where the database is, and creates none', { timeout: 60_000 }, async () => {
  const right = path.join(folder, 'right');
  const below = path.join(right, 'docs/guides');
  await mkdir(below, { recursive: true });
  const made = await runCommand(['key', 'create', '--name', 'laptop'], { env: {}, cwd: right });
  expect(made.code).toBe(0);
  const secret = Buffer.alloc(32, 7).toString('base64');
  const env = { COPYDESK_SECRET_KEY: secret, COPYDESK_PORT: '0' };
  const { out } = await runCommand(['doctor', '--json'], { env, cwd: below });
  expect(JSON.parse(out)).toMatchObject({ findings: [{ about: 'folder', found: expect.stringContaining(right) }] });
  const lost = await runCommand(['key', 'list'], { env: {}, cwd: below });
  expect(lost).toMatchObject({ code: 1, err: expect.stringContaining(`COPYDESK_DATA_DIR=${right}/.copydesk`) });
  expect(await readdir(below)).toEqual([]);
});

test('in another folder it names the last database, and creates one on request', { timeout: 120_000 }, async () => {
  const [first, other, home] = ['first', 'other', 'home'].map((name) => path.join(folder, 'last', name));
  for (const each of [first, other, home]) await mkdir(each ?? '', { recursive: true });
  const env = { HOME: home ?? '', COPYDESK_LOG_LEVEL: 'error' };
  expect(await runCommand(['key', 'create', '--name', 'laptop'], { env, cwd: first ?? '' })).toMatchObject({
    code: 0,
  });
  for (const command of [
    ['key', 'list'],
    ['serve', '--port', '0'],
  ]) {
    const lost = await runCommand(command, { env, cwd: other ?? '' });
    expect(lost).toMatchObject({
      code: 1,
      err: expect.stringContaining(`the last one that you used is in ${first}`),
    });
  }
  expect(await readdir(other ?? '')).toEqual([]);
  const named = { ...env, COPYDESK_DATA_DIR: path.join(other ?? '', '.copydesk') };
  expect(await runCommand(['key', 'list'], { env: named, cwd: other ?? '' })).toMatchObject({ code: 0 });
});

test('a command that only reads creates no database for a user who has none', { timeout: 60_000 }, async () => {
  const [empty, home] = ['empty', 'home'].map((name) => path.join(folder, 'none', name));
  for (const each of [empty, home]) await mkdir(each ?? '', { recursive: true });
  const env = { HOME: home ?? '', COPYDESK_LOG_LEVEL: 'error' };
  for (const command of [
    ['key', 'list'],
    ['project', 'list'],
    ['job', 'list', '--project', 'Handbook'],
  ]) {
    expect(await runCommand(command, { env, cwd: empty ?? '' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no database in .*\/empty\/\.copydesk\..*run "copydesk serve" or/s),
    });
  }
  expect(await readdir(empty ?? '')).toEqual([]);
  const made = await runCommand(['key', 'create', '--name', 'laptop'], { env, cwd: empty ?? '' });
  expect(made.code).toBe(0);
  expect((await runCommand(['key', 'list'], { env, cwd: empty ?? '' })).out).toContain('laptop');
});
