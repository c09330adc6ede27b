import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine, type ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';
const run = promisify(execFile);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ServerProcess;
let projectId: string;
let admin: string;
let writer: string;
/** The folder of somebody who has nothing of the server. */
let elsewhere: string;
/** Runs the command on the server's machine. */
let here: (...argv: string[]) => Promise<unknown>;

const questions = 'questions:\n  - question: How do I begin?\n    page: index.md\n    facts: [start]\n';

const Key = z.object({ key: z.string() });

beforeAll(async () => {
  folder = await temporaryFolder();
  elsewhere = path.join(folder.path, 'elsewhere');
  await mkdir(path.join(elsewhere, 'guides'), { recursive: true });
  const repository = path.join(folder.path, 'docs');
  await run('git', ['init', '--initial-branch', 'main', repository]);
  await writeFile(path.join(repository, 'index.md'), '# Start\n\nFirst log in.\n');
  await mkdir(path.join(repository, '.copydesk'));
  await writeFile(path.join(repository, '.copydesk/questions.yaml'), questions);
  const git = ['-C', repository, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  await run('git', [...git, 'add', '.']);
  await run('git', [...git, 'commit', '--message', 'Begin']);
  const data = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), COPYDESK_REPOSITORY_FOLDERS: folder.path };
  const copydesk = await commandLine({ ...data, COPYDESK_LOG_LEVEL: 'warn' });
  here = copydesk.json;
  server = await copydesk.serve();
  const made = await here('project', 'create', '--name', 'Docs', '--repository', repository);
  projectId = z.object({ id: z.string() }).parse(made).id;
  admin = Key.parse(await here('key', 'create', '--name', 'admin', '--scopes', 'admin')).key;
  writer = Key.parse(await here('key', 'create', '--name', 'writer', '--project', 'Docs')).key;
  const visit = { path: '/guide', status: 200, userAgent: 'ClaudeBot/1.0', timestamp: '2026-10-05T09:00:00Z' };
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
  await fetch(`${server.url}/v1/collect/${projectId}`, { method: 'POST', headers, body: JSON.stringify([visit]) });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Runs the command on another machine. */
const there = async (argv: string[], env: Record<string, string> = {}, cwd = elsewhere) =>
  await runCommand(argv, { env: { COPYDESK_URL: server.url, COPYDESK_KEY: writer, ...env }, cwd });

const json = async (argv: string[], env: Record<string, string> = {}): Promise<unknown> => {
  const { code, out, err } = await there([...argv, '--json'], env);
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
};

describe('with the key of one project, from another folder', () => {
  let job: string;

  test('a job is created and followed to its end', async () => {
    const argv = ['job', 'create', 'Replace "log in" with "sign in"', '--project', 'Docs', '--watch'];
    const { code, out, err } = await there(argv);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toMatch(/^ +status +completed$/m);
    expect(out).toMatch(/^ +prLink +http/m);
    expect(err).toContain('edit');
    job = /job_\w+/.exec(out)?.[0] ?? '';
  });

  test.each([
    ['job', 'list', '--project', 'Docs'],
    ['job', 'show'],
    ['job', 'events'],
    ['job', 'diff'],
    ['job', 'pages'],
    ['job', 'usage'],
    ['job', 'impact'],
    ['views', 'export', '--project', 'Docs'],
    ['views', 'agents', '--project', 'Docs'],
    ['views', 'not-found', '--project', 'Docs'],
    ['views', 'unknown', '--project', 'Docs'],
    ['views', 'referrers', '--project', 'Docs'],
    ['views', 'timeseries', '--project', 'Docs', '--from', '2026-10-01', '--to', '2026-10-08'],
    ['views', 'health', '--project', 'Docs'],
    ['project', 'readability', 'Docs'],
    ['project', 'readability', 'Docs', '--rule', 'index-missing'],
    ['questions', 'run', 'Docs'],
    ['questions', 'propose', 'Docs'],
    ['report', '--project', 'Docs'],
    ['report', '--project', 'Docs', '--period', 'month', '--date', '2026-10-12'],
  ])('%s %s says what it says at the server', async (...words) => {
    const argv = words.length === 2 ? [...words, job] : words;
    expect(await json(argv)).toEqual(await here(...argv));
  });

  test('questions are checked on an existing branch, and a missing branch is refused', async () => {
    const asked = await there(['questions', 'run', 'Docs']);
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('answered  How do I begin?  index.md') });
    const refused = await there(['questions', 'run', 'Docs', '--ref', 'nowhere']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('There is no branch nowhere') });
  });

  test('a message continues a job, and the job can be archived', async () => {
    expect(await json(['job', 'message', job, 'Replace "sign in" with "sign on"', '--watch'])).toMatchObject({
      status: 'completed',
    });
    expect(await json(['job', 'archive', job])).toMatchObject({ status: 'archived' });
    expect(await there(['job', 'message', job, 'more'])).toMatchObject({ code: 1 });
  });

  test('the project is read from the file in the repository, in any folder below it', async () => {
    await writeFile(
      path.join(elsewhere, '.copydesk.json'),
      JSON.stringify({ project: projectId, url: 'http://192.0.2.1' }),
    );
    const listed = await there(['job', 'list'], {}, path.join(elsewhere, 'guides'));
    expect(listed.out).toContain(job);
    expect(await there(['job', 'list', '--project', 'Other'])).toMatchObject({ code: 3 });
  });
});

/** Without when a key was last used, which the call itself changes once a minute. */
const unused = (printed: unknown): unknown =>
  JSON.parse(JSON.stringify(printed), (name, value: unknown) => (name === 'lastUsedAt' ? 'some time' : value));

describe('with a key of the scope admin', () => {
  test.each([
    ['project', 'list'],
    ['project', 'show', 'Docs'],
    ['key', 'list'],
  ])('%s %s prints the same as on the server', async (...argv) => {
    const remote = await json(argv, { COPYDESK_KEY: admin });
    expect(unused(remote)).toEqual(unused(await here(...argv)));
  });

  test('keys are made, rotated and revoked', async () => {
    const env = { COPYDESK_KEY: admin };
    const made = z
      .object({ id: z.string(), key: z.string() })
      .parse(await json(['key', 'create', '--name', 'new'], env));
    expect(made.key).toMatch(/^desk_/);
    await json(['key', 'rotate', made.id], env);
    await json(['key', 'revoke', made.id], env);
    expect(await there(['job', 'list', '--project', projectId], { COPYDESK_KEY: made.key })).toMatchObject({ code: 4 });
  });
});

const Made = z.object({ id: z.string() });

const asAdmin = async (...argv: string[]) => await json(argv, { COPYDESK_KEY: admin });

describe('with a key of the scope admin, what belongs to a project', () => {
  test('is made, changed and deleted', async () => {
    const repository = path.join(folder.path, 'docs');
    const made = await asAdmin('project', 'create', '--name', 'Second', '--repository', repository);
    expect(made).toMatchObject({ name: 'Second', site: { pages: 1, leftAlone: [] }, cloneUrl: expect.any(String) });
    const changed = await asAdmin('project', 'set', 'Second', '--concurrency', '2', '--no-origin');
    expect(await here('project', 'show', 'Second')).toMatchObject(z.looseObject({}).parse(changed));
    expect(changed).toMatchObject({ limits: { concurrency: 2 } });
    const deleted = await asAdmin('project', 'delete', 'Second', '--yes', 'Second');
    expect(deleted).toMatchObject({ name: 'Second', deleted: true });
    expect(await there(['project', 'show', 'Second'], { COPYDESK_KEY: admin })).toMatchObject({ code: 3 });
    const refused = await there(['project', 'create', '--name', 'X', '--repository', './docs'], {
      COPYDESK_KEY: admin,
    });
    expect(refused.err).toContain('the absolute path of one on the machine of the server');
  });

  test('webhooks are made, listed, tried and deleted', async () => {
    const made = await asAdmin('webhook', 'create', 'https://hooks.example.com/', '--project', 'Docs');
    const { id } = Made.parse(made);
    expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
    expect(await asAdmin('webhook', 'list', '--project', 'Docs')).toEqual(
      await here('webhook', 'list', '--project', 'Docs'),
    );
    const { id: delivery } = Made.parse(await asAdmin('webhook', 'test', id));
    const deliveries = await asAdmin('webhook', 'deliveries', id);
    expect(deliveries).toMatchObject({ deliveries: [{ id: delivery }] });
    expect(await asAdmin('webhook', 'redeliver', delivery)).toMatchObject({ id: delivery });
    await asAdmin('webhook', 'delete', id);
    expect(await there(['webhook', 'deliveries', id], { COPYDESK_KEY: admin })).toMatchObject({ code: 3 });
  });

  test('triggers are made, listed, rotated and deleted', async () => {
    const options = ['--project', 'Docs', '--prompt', 'Fix what it says', '--field', 'Title=/title'];
    const made = await asAdmin('trigger', 'create', 'Form', ...options);
    const { id } = Made.parse(made);
    expect(await asAdmin('trigger', 'list', '--project', 'Docs')).toEqual(
      await here('trigger', 'list', '--project', 'Docs'),
    );
    const rotated = await asAdmin('trigger', 'rotate', id);
    expect(rotated).toMatchObject({ id, secret: expect.any(String) });
    expect(rotated).not.toEqual(made);
    expect(await asAdmin('trigger', 'disable', id)).toMatchObject({ id, disabledAt: expect.any(String) });
    expect(await asAdmin('trigger', 'enable', id)).toMatchObject({ id, disabledAt: null });
    await asAdmin('trigger', 'delete', id);
    expect(await there(['trigger', 'rotate', id], { COPYDESK_KEY: admin })).toMatchObject({ code: 3 });
  });

  test('model keys and context repositories can be added and removed', async () => {
    const key = ['model', 'key', 'openai', '--project', 'Docs'];
    const given = await runCommand([...key, '--from', '-', '--json'], {
      env: { COPYDESK_URL: server.url, COPYDESK_KEY: admin },
      cwd: elsewhere,
      input: 'a-key-of-a-test-1234',
    });
    expect(JSON.parse(given.out)).toMatchObject({ provider: 'openai', hint: '1234' });
    const models = await asAdmin('model', 'list', '--project', 'Docs');
    expect(models).toEqual(await here('model', 'list', '--project', 'Docs'));
    expect(JSON.stringify(models)).toContain('copydesk model key openai');
    expect(await asAdmin('model', 'check', '--project', 'Docs')).toMatchObject({
      model: 'builtin/copyeditor',
      ok: true,
    });
    expect(await there(['model', 'list'], { COPYDESK_KEY: admin })).toMatchObject({ code: 1 });
    expect(await asAdmin(...key, '--delete')).toEqual({ deleted: true });
    expect(await asAdmin(...key, '--delete')).toEqual({ deleted: false });
    const repository = path.join(folder.path, 'docs');
    await asAdmin('project', 'context', 'add', 'Docs', '--name', 'api', '--repository', repository);
    const listed = await asAdmin('project', 'context', 'list', 'Docs');
    expect(listed).toEqual(await here('project', 'context', 'list', 'Docs'));
    await asAdmin('project', 'context', 'remove', 'Docs', 'api');
    expect(await asAdmin('project', 'context', 'list', 'Docs')).toEqual({ repositories: [] });
  });

  test.each([
    ['webhook', 'list', '--project', 'Docs'],
    ['trigger', 'list', '--project', 'Docs'],
    ['project', 'set', 'Docs', '--concurrency', '2'],
    ['project', 'create', '--name', 'Mine'],
  ])('is refused to a key without the scope: %s %s', async (...argv) => {
    const outcome = await there(argv);
    expect(outcome).toMatchObject({ code: 4, out: '' });
    expect(outcome.err).toContain('the scope "admin"');
  });
});

describe('a refusal is reported with its reason', () => {
  test.each([
    ['a key that is none', { COPYDESK_KEY: 'desk_nothing' }, ['job', 'list', '--project', 'Docs'], 4, /key/],
    ['a key without the scope', {}, ['project', 'show', 'Docs'], 4, /the scope "admin"/],
    [
      'a project that is not there',
      {},
      ['job', 'list', '--project', 'prj_aaaaaaaaaaaaaaaaaaaaaa'],
      3,
      /no such project/i,
    ],
    ['a command of the server', {}, ['views', 'import', 'access.log', '--project', 'Docs'], 4, /machine of the server/],
    [
      'a server that is away',
      { COPYDESK_URL: 'http://127.0.0.1:9' },
      ['job', 'list', '--project', 'Docs'],
      5,
      /cannot be reached/,
    ],
    [
      'an address that is none',
      { COPYDESK_URL: 'desk.example.com' },
      ['job', 'list', '--project', 'Docs'],
      1,
      /https URL/,
    ],
    [
      'an address by http',
      { COPYDESK_URL: 'http://desk.example.com' },
      ['job', 'list', '--project', 'Docs'],
      1,
      /not https/,
    ],
  ])(
    'of %s',
    async (_, env, argv, code, words) => {
      const outcome = await there(argv, env);
      expect(outcome).toMatchObject({ code, out: '' });
      expect(outcome.err).toMatch(words);
      expect(outcome.err).not.toContain(writer);
    },
    60_000,
  );

  test('a redirect is reported and not followed', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { location: `${server.url}/elsewhere` }).end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = z.object({ port: z.number() }).parse(other.address());
    const outcome = await there(['job', 'list', '--project', projectId], { COPYDESK_URL: `http://127.0.0.1:${port}` });
    other.close();
    expect(outcome.err).toContain(`redirects to ${server.url}/elsewhere`);
    expect(seen).toHaveLength(1);
  });

  test('a missing key is reported without starting a database', async () => {
    const outcome = await there(['project', 'list'], { COPYDESK_KEY: '' });
    expect(outcome).toMatchObject({ code: 4, out: '' });
    expect(outcome.err).toContain(`copydesk login ${server.url}`);
    expect(await stat(path.join(elsewhere, '.copydesk')).catch(() => 'not there')).toBe('not there');
  });
});

const home = () => ({ HOME: path.join(folder.path, 'home'), COPYDESK_URL: '', COPYDESK_KEY: '' });
const profiles = () => path.join(folder.path, 'home/.config/copydesk/profiles.json');

describe('signed in', () => {
  test('the commands use that server until they log out', async () => {
    const login = await runCommand(['login', server.url, '--key-from', '-'], {
      env: home(),
      cwd: elsewhere,
      input: `${writer}\n`,
    });
    expect(login).toMatchObject({ code: 0, out: expect.stringContaining('"writer"') });
    expect(login.out + login.err).not.toContain(writer);
    expect((await stat(profiles())).mode & 0o777).toBe(0o600);
    expect(await there(['job', 'list', '--project', 'Docs'], home())).toMatchObject({ code: 0 });
    expect(await there(['job', 'list', '--project', 'Docs'], { ...home(), COPYDESK_PROFILE: 'work' })).toMatchObject({
      code: 1,
    });
    await chmod(profiles(), 0o644);
    expect((await there(['job', 'list', '--project', 'Docs'], home())).err).toContain('chmod 600');
    await chmod(profiles(), 0o600);
    expect(await there(['logout'], home())).toMatchObject({ code: 0 });
    expect(await readFile(profiles(), 'utf8')).not.toContain(writer);
    expect(await there(['logout'], home())).toMatchObject({ code: 3 });
  });

  test('a key that the server rejects is not stored', async () => {
    const env = { ...home(), HOME: path.join(folder.path, 'other') };
    const login = await runCommand(['login', server.url, '--key-from', '-'], {
      env,
      cwd: elsewhere,
      input: 'desk_nothing',
    });
    expect(login.code).toBe(4);
    expect(await stat(path.join(folder.path, 'other')).catch(() => 'not there')).toBe('not there');
  });
});
