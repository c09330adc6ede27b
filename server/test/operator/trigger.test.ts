import { afterAll, beforeAll, expect, test } from 'vitest';
import { CreatedTrigger } from '@copydesk/contract';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand, type Outcome } from './run-command.ts';

const stack = new AsyncDisposableStack();
let env: Record<string, string>;

beforeAll(async () => {
  const database = stack.use(await testDatabase());
  const folder = stack.use(await temporaryFolder());
  const repository = stack.use(await testRepository({ bare: true }));
  await repository.commit({ 'docs/index.md': '# Docs\n' });
  env = { COPYDESK_DATA_DIR: folder.path, DATABASE_URL: database.url, COPYDESK_URL: 'https://desk.example.com' };
  await run('project', 'create', '--name', 'Docs', '--repository', repository.path);
});
afterAll(() => stack.disposeAsync());

async function run(...argv: string[]): Promise<Outcome> {
  return await runCommand(argv, { env });
}

test('a trigger is made, listed, rotated and deleted', async () => {
  const made = await run(
    'trigger',
    'create',
    'Linear',
    '--project',
    'Docs',
    '--prompt',
    'Fix it',
    '--field',
    'Title=/data/title',
  );
  expect(made.out).toMatch(/^[\w-]{43}\n$/);
  const id = /trg_\w+/.exec(made.err)?.[0] ?? '';
  expect(made.err).toContain(`https://desk.example.com/v1/triggers/${id}`);
  expect((await run('trigger', 'list', '--project', 'Docs')).out).toContain(id);
  const rotated = await run('trigger', 'rotate', id);
  expect(rotated.out).not.toBe(made.out);
  expect(await run('trigger', 'disable', id)).toMatchObject({
    code: 0,
    out: expect.stringContaining('accepts nothing'),
  });
  expect((await run('trigger', 'list', '--project', 'Docs')).out).toMatch(/ off +/);
  expect(await run('trigger', 'enable', id)).toMatchObject({
    code: 0,
    out: expect.stringContaining('starts jobs again'),
  });
  expect((await run('trigger', 'delete', id)).out).toContain(id);
  expect(await run('trigger', 'rotate', id)).toMatchObject({
    code: 3,
    err: expect.stringContaining('There is no trigger'),
  });
});

test('the secret of a sender comes from the environment, and conditions are JSON pointers', async () => {
  env = { ...env, COPYDESK_TRIGGER_SECRET: 'a-secret-of-the-sender' };
  const when = ['--when', '/type=Issue', '--when', '/labels/*/name=docs', '--when', '/labels/*/name=help=me'];
  const { out } = await run(
    'trigger',
    'create',
    'Linear',
    '--project',
    'Docs',
    '--prompt',
    'Fix it',
    '--scheme',
    'hmac',
    ...when,
    '--json',
  );
  expect(CreatedTrigger.parse(JSON.parse(out))).toMatchObject({
    scheme: 'hmac',
    secret: 'a-secret-of-the-sender',
    when: { '/type': ['Issue'], '/labels/*/name': ['docs', 'help=me'] },
  });
});

const make = async (...more: string[]) =>
  await run('trigger', 'create', 'x', '--project', 'Docs', '--prompt', 'Fix it', ...more);

test('invalid options are refused with the reason', async () => {
  expect(await make('--field', 'title')).toMatchObject({ code: 2, err: expect.stringContaining('JSON pointer') });
  expect(await make('--when', 'type=Issue')).toMatchObject({ code: 2, err: expect.stringContaining('JSON pointer') });
  expect(await make('--per-hour', 'many')).toMatchObject({ code: 1, err: expect.stringContaining('/perHour') });
});
