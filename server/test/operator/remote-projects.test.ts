import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine, type ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ServerProcess;
let projectId: string;
/** What a command has elsewhere: the server and a key with the default rights, for all projects. */
let env: Record<string, string>;
/** Runs the command on the server's machine. */
let here: (...argv: string[]) => Promise<unknown>;

const Key = z.object({ key: z.string() });
const Feedback = z.object({ feedback: z.array(z.object({ id: z.string() })) });
const Made = z.object({ id: z.string() });
const questions = 'questions:\n  - question: How do I begin?\n    page: index.md\n    facts: [start]\n';

beforeAll(async () => {
  folder = await temporaryFolder();
  const repository = path.join(folder.path, 'docs');
  await mkdir(path.join(repository, '.copydesk'), { recursive: true });
  await writeFile(path.join(repository, 'index.md'), '# Start\n\nFirst log in.\n');
  await writeFile(path.join(repository, '.copydesk/questions.yaml'), questions);
  const git = async (...words: string[]) => await promisify(execFile)('git', ['-C', repository, ...words]);
  await git('init', '--initial-branch', 'main');
  await git('add', '.');
  await git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '--message', 'Begin');
  const copydesk = await commandLine({ COPYDESK_DATA_DIR: path.join(folder.path, 'data'), COPYDESK_LOG_LEVEL: 'warn' });
  here = copydesk.json;
  server = await copydesk.serve();
  projectId = Made.parse(await here('project', 'create', '--name', 'Docs', '--repository', repository)).id;
  env = { COPYDESK_URL: server.url, COPYDESK_KEY: Key.parse(await here('key', 'create', '--name', 'laptop')).key };
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const there = async (...argv: string[]) => await runCommand(argv, { env, cwd: folder.path });

test('a project is named by its name, and a job is watched to its end', async () => {
  const { code, out } = await there('job', 'create', 'Replace "First" with "At first"', '--project', 'Docs', '--watch');
  expect(code).toBe(0);
  const job = /job_\w+/.exec(out)?.[0] ?? '';
  for (const words of [['show'], ['events'], ['diff'], ['usage']]) {
    for (const project of [[], ['--project', 'Docs'], ['--project', projectId]]) {
      expect(await there('job', ...words, job, ...project)).toMatchObject({ code: 0 });
    }
  }
  expect(await there('job', 'show', job, '--project', 'Other')).toMatchObject({ code: 3 });
  const more = await there('job', 'message', job, 'Replace "At first" with "First of all"', '--watch');
  expect(more).toMatchObject({ code: 0 });
});

test('a job that was only asked something is answered', async () => {
  const { out } = await there('job', 'create', 'List broken links', '--project', 'Docs', '--watch', '--json');
  const { id, outcome } = Made.extend({ outcome: z.unknown() }).parse(JSON.parse(out));
  expect(outcome).toEqual({ kind: 'answered', text: expect.stringMatching(/^List broken links\n\n/) });
  expect((await there('job', 'show', id)).out).toMatch(/outcome +answered\n/);
});

test('the project is implied while there is only one', async () => {
  for (const argv of [
    ['job', 'list'],
    ['views', 'export'],
    ['questions', 'run'],
    ['questions', 'propose'],
    ['report'],
  ]) {
    expect(await there(...argv)).toMatchObject({ code: 0 });
  }
  expect(await there('questions', 'run', '--project', 'Docs')).toMatchObject({ code: 0 });
  expect((await there('report')).out).toContain('Docs');
  const { id } = Made.parse(
    await here('project', 'create', '--name', 'Second', '--repository', path.join(folder.path, 'docs')),
  );
  const refused = await there('job', 'list');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('name the project with --project or COPYDESK_PROJECT. There are: "Docs", "Second".');
  const ofDocs = Key.parse(await here('key', 'create', '--name', 'writer', '--project', 'Docs'));
  const listed = await runCommand(['job', 'list'], { env: { ...env, COPYDESK_KEY: ofDocs.key }, cwd: folder.path });
  expect(listed).toMatchObject({ code: 0 });
  await here('project', 'delete', id, '--yes', 'Second');
});

test('a name that no project has is answered with those that there are', async () => {
  const { code, err } = await there('job', 'list', '--project', 'Handbok');
  expect({ code, err }).toEqual({
    code: 3,
    err: 'copydesk: There is no project with the id or name "Handbok". There are: "Docs".\n',
  });
});

test('a job that cannot be watched was started all the same, and the exit code says so', async () => {
  const { key } = Key.parse(await here('key', 'create', '--name', 'blind', '--scopes', 'agent:write'));
  const run = async (...argv: string[]) =>
    await runCommand(argv, { env: { ...env, COPYDESK_KEY: key }, cwd: folder.path });
  const { code, out, err } = await run('job', 'create', 'Fix broken links', '--watch');
  expect({ code, out }).toEqual({ code: 6, out: '' });
  const started = /The job (job_\w+) was started/.exec(err)?.[1] ?? '';
  expect(err).toContain('agent:read');
  expect(await here('job', 'show', started)).toMatchObject({ id: started });
  const asJson = await run('job', 'create', 'Fix broken links', '--watch', '--json');
  expect(asJson.code).toBe(6);
  expect(JSON.parse(asJson.out)).toMatchObject({ id: expect.stringMatching(/^job_/) });
});

test('a key of default rights lists the projects by their names', async () => {
  expect(await there('project', 'list')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ID +NAME\nprj_\w{22} +Docs\n$/),
  });
  const { out } = await there('project', 'list', '--json');
  expect(JSON.parse(out)).toEqual({ projects: [{ id: projectId, name: 'Docs' }] });
});

test('a new server prints the way to its owner account, and its status is read from elsewhere with an admin key', async () => {
  expect(server.output()).toMatch(/Nobody has an account yet\.[\s\S]*http:\/\/127\.0\.0\.1:\d+\/\S+/);
  const { key } = Key.parse(await here('key', 'create', '--name', 'admin', '--scopes', 'admin'));
  const { code, out } = await runCommand(['status'], { env: { ...env, COPYDESK_KEY: key }, cwd: folder.path });
  expect(code).toBe(0);
  expect(out).toMatch(/ +Jobs +\d+ active/);
});

test('feedback is dismissed on the machine of the server', async () => {
  const { key } = Key.parse(await here('key', 'create', '--name', 'site', '--scopes', 'ingest'));
  const sent = await fetch(`${server.url}/v1/collect/${projectId}/feedback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: randomUUID(), path: '/docs/a', helpful: false, comment: 'Step 2 fails.' }),
  });
  expect(sent.status).toBe(202);
  const listed = Feedback.parse(await here('feedback', 'list', '--project', 'Docs'));
  const [{ id } = { id: '' }] = listed.feedback;
  expect(await here('feedback', 'dismiss', id, '--project', 'Docs')).toMatchObject({ id, status: 'dismissed' });
  expect(await there('feedback', 'show', id, '--json')).toMatchObject({ out: expect.stringContaining('"dismissed"') });
});
