import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Job, JobDiff, JobEvent, JobImpact, JobList, JobUsage, ProjectId } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from './run-command.ts';

const run = promisify(execFile);
const git = (argv: string[]) => run('git', argv);

let folder: string;
let repository: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-commands-'));
  repository = path.join(folder, 'handbook');
  await mkdir(repository);
  await writeFile(path.join(repository, 'index.md'), '# Handbook\n\nSee [the guide](guide.md) of Lumen Cloud.\n');
  await writeFile(path.join(repository, 'guide.md'), '# Guide\n\nBack to the [start](index.md).\n');
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  await git(['init', '-q', '-b', 'main', repository]);
  await git(['-C', repository, 'add', '.']);
  await git(['-C', repository, ...identity, 'commit', '-q', '-m', 'Begin']);
  database = await testDatabase();
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function copydesk(...argv: string[]) {
  const env = { COPYDESK_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url };
  return runCommand(argv, { env });
}

/** Returns a command's output with `--json`, parsed by its schema. */
async function json<T>(schema: z.ZodType<T>, ...argv: string[]): Promise<T> {
  const { code, out, err } = await copydesk(...argv, '--json');
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  return schema.parse(JSON.parse(out));
}

const ProjectShape = z.object({ id: ProjectId, name: z.string(), ref: z.string(), repository: z.string() });

describe('projects', () => {
  test('a project is created on a repository, reported, and listed', async () => {
    const created = await copydesk('project', 'create', '--name', 'Handbook', '--repository', repository);
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(created.out).toMatch(/^Created the project Handbook\n {2}id +prj_\w{22}\n/);
    expect(created.out).toContain('--watch');
    expect(created.out).toMatch(/\nMarkdown files, 2 pages\.\nNo kind of docs site was recognised: links /);

    const { projects } = await json(z.object({ projects: z.array(ProjectShape) }), 'project', 'list');
    expect(projects).toMatchObject([{ name: 'Handbook', ref: 'main', repository }]);
    expect((await copydesk('project', 'list')).out).toMatch(/^ID +NAME +BRANCH +DOCS +REPOSITORY\nprj_/);
  });

  test('a file URL is the path that it names, so that it can be cloned and pushed to over HTTP', async () => {
    const address = pathToFileURL(repository).href;
    const created = await json(ProjectShape, 'project', 'create', '--name', 'By URL', '--repository', address);
    expect(created.repository).toBe(repository);
  });

  test('a project without a repository is kept by Copydesk, and the reply says how to push to it', async () => {
    const { code, out } = await copydesk('project', 'create', '--name', 'Notes');
    expect(code).toBe(0);
    expect(out).toMatch(/git push http:\/\/\S+\.git HEAD:main/);
  });

  test.each([
    [['--name', 'Handbook'], /^copydesk: A project named "Handbook" already exists/],
    [['--name', 'X', '--repository', '/nowhere/at/all'], /^copydesk: .*\/nowhere\/at\/all/],
    [['--name', 'X', '--repository', 'git@example.com:a/b.git'], /^copydesk: .*SSH/],
    [['--name', 'X', '--repository', ''], /^copydesk: The repository must not be empty/],
  ])('%j is refused with the reason', async (options, reason) => {
    const { code, out, err } = await copydesk('project', 'create', ...options);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(reason);
    expect(err).not.toMatch(/^ +at /m);
  });

  const ViewsShape = z.object({ name: z.string(), origins: z.array(z.string()), peopleFrom: z.string() });

  test('the origins of page views can be set when a project is created, or later', async () => {
    const options = ['--origin', 'https://a.example', '--origin', 'https://B.example:443/', '--people', 'server'];
    const created = await json(ViewsShape, 'project', 'create', '--name', 'Site', ...options);
    expect(created).toMatchObject({ origins: ['https://a.example', 'https://b.example'], peopleFrom: 'server' });

    const set = await json(ViewsShape, 'project', 'set', 'Site', '--origin', 'http://localhost:3000');
    expect(set).toEqual({ name: 'Site', origins: ['http://localhost:3000'], peopleFrom: 'server' });
    const reported = await copydesk('project', 'set', 'Site', '--name', 'Shop', '--people', 'either', '--no-origin');
    expect(reported.out).toMatch(
      /^Changed the project Shop\n {2}id +prj_\w+\n {2}repository +\S+\n {2}branch +main\n {2}origins +none\n {2}people +either\n/,
    );
    const { projects } = await json(z.object({ projects: z.array(ViewsShape) }), 'project', 'list');
    expect(projects).toContainEqual({ name: 'Shop', origins: [], peopleFrom: 'either' });
  });

  test('the limits of its jobs can be set, shown and cleared', async () => {
    const shape = z.object({ limits: z.record(z.string(), z.number().nullable()) });
    const none = { concurrency: null, steps: null, tokens: null, usd: null, minutes: null };
    expect((await json(shape, 'project', 'show', 'Handbook')).limits).toEqual(none);
    const options = ['--concurrency', '2', '--budget-steps', '40', '--budget-usd', '1.25'];
    const set = await json(shape, 'project', 'set', 'Handbook', ...options);
    expect(set.limits).toEqual({ ...none, concurrency: 2, steps: 40, usd: 1.25 });
    const tokens = await copydesk(
      'project',
      'set',
      'Handbook',
      '--budget-tokens',
      '2000000',
      '--concurrency',
      'default',
    );
    expect(tokens.out).toMatch(/budget +40 steps, 2,000,000 tokens, 1\.25 US dollars\n$/);
    expect((await copydesk('project', 'show', 'Handbook')).out).not.toContain('at once');
    const away = ['--budget-steps', 'default', '--budget-tokens', 'default', '--budget-usd', 'default'];
    expect((await json(shape, 'project', 'set', 'Handbook', ...away)).limits).toEqual(none);
    for (const bad of [
      ['--concurrency', '0'],
      ['--budget-usd', '0'],
      ['--budget-minutes', 'none'],
    ]) {
      expect(await copydesk('project', 'set', 'Handbook', ...bad)).toMatchObject({ code: 2, out: '' });
    }
  });

  test('the instructions for the agent can be set from a file or standard input, shown, and cleared', async () => {
    const shape = z.object({ instructions: z.string(), pagesAt: z.string().nullable() });
    expect(await json(shape, 'project', 'show', 'Handbook')).toEqual({ instructions: '', pagesAt: null });
    const file = path.join(folder, 'style.md');
    await writeFile(file, 'Say "sign in".\n\nNever "log in".\n\n');
    const set = await json(shape, 'project', 'set', 'Handbook', '--instructions-from', file, '--pages-at', '/docs/');
    expect(set).toEqual({ instructions: 'Say "sign in".\n\nNever "log in".', pagesAt: '/docs' });
    const shown = await copydesk('project', 'show', 'Handbook');
    expect(shown.out).toMatch(/instructions +\d+ characters\n {2}pages at +\/docs\n/);
    expect(shown.out).toMatch(/\nInstructions:\n {2}Say "sign in".\n\n {2}Never "log in".\n$/);
    const env = { COPYDESK_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url };
    const input = 'x'.repeat(20_001);
    const long = await runCommand(['project', 'set', 'Handbook', '--instructions-from', '-'], { env, input });
    expect(long).toMatchObject({
      code: 1,
      err: expect.stringContaining('must have at most 20000 characters, not 20001'),
    });
    const from = await runCommand(['project', 'set', 'Handbook', '--instructions-from', '-'], {
      env,
      input: 'Be brief.',
    });
    expect(from.code).toBe(0);
    expect(await json(shape, 'project', 'show', 'Handbook')).toMatchObject({ instructions: 'Be brief.' });
    const away = await json(shape, 'project', 'set', 'Handbook', '--no-instructions', '--no-pages-at');
    expect(away).toEqual({ instructions: '', pagesAt: null });
    expect((await copydesk('project', 'set', 'Handbook', '--pages-at', '/')).out).toMatch(/pages at +\/\n$/);
    await copydesk('project', 'set', 'Handbook', '--no-pages-at');
    expect(await copydesk('project', 'set', 'Handbook', '--pages-at', 'docs')).toMatchObject({ code: 2, out: '' });
    await writeFile(file, Buffer.from([0x66, 0xe9]));
    for (const [wrong, why] of [
      [path.join(folder, 'none.md'), /none\.md cannot be read/],
      [file, /is not UTF-8 text/],
    ] as const) {
      const refused = await copydesk('project', 'set', 'Handbook', '--instructions-from', wrong);
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(why) });
    }
  });

  test('repositories beside the docs are checked, added, listed and removed', async () => {
    const add = (...argv: string[]) => copydesk('project', 'context', 'add', 'Handbook', ...argv);
    expect((await copydesk('project', 'context', 'list', 'Handbook')).err).toContain('No context repositories');
    const added = await add('--name', 'app', '--repository', repository);
    expect(added).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^Added the context repository app\n[^]+\n\nSecrets in it are hidden from the agent; .+ stand in the docs\.\n$/,
      ),
    });
    const shape = z.object({ repositories: z.array(z.object({ name: z.string(), ref: z.string().nullable() })) });
    const listed = await json(shape, 'project', 'context', 'list', 'Handbook');
    expect(listed.repositories).toEqual([{ name: 'app', ref: null }]);
    expect((await copydesk('project', 'show', 'Handbook')).out).toMatch(/\n {2}context +app\n$/);
    for (const [argv, why] of [
      [['--name', 'app', '--repository', repository], /"app" exists already/],
      [['--name', 'App', '--repository', repository], /"App" is not a valid name/],
      [['--name', 'b', '--repository', '/nowhere/at/all'], /\/nowhere\/at\/all/],
      [['--name', 'b', '--repository', repository, '--ref', 'nope'], /has no branch "nope"/],
      [['--name', 'b', '--repository', 'git@example.com:a/b.git'], /SSH/],
    ] as const) {
      expect(await add(...argv)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(why) });
    }
    const removed = await copydesk('project', 'context', 'remove', 'Handbook', 'app');
    expect(removed.out).toBe('Removed the context repository app\n');
    expect((await copydesk('project', 'context', 'remove', 'Handbook', 'app')).err).toContain('It has none.');
  });

  test.each([
    [['Handbook'], /Say what to change/],
    [['Nowhere', '--people', 'browser'], /no project with the id or name "Nowhere"/],
    [['Handbook', '--name', 'Notes'], /A project named "Notes" already exists/],
  ])('project set %j is refused with the reason', async (options, reason) => {
    const { code, out, err } = await copydesk('project', 'set', ...options);
    expect([code, out, err]).toEqual([options[0] === 'Nowhere' ? 3 : 1, '', expect.stringMatching(reason)]);
  });

  test('a missing branch or docs folder is refused with a list of existing ones', async () => {
    const on = ['project', 'create', '--name', 'X', '--repository', repository];
    expect(await copydesk(...on, '--ref', 'mian')).toMatchObject({ code: 1, err: expect.stringContaining('main') });
    expect(await copydesk(...on, '--docs', 'dosc')).toMatchObject({ code: 1, err: expect.stringContaining('dosc') });
  });
});

describe('jobs', () => {
  const rename = 'Rename "Lumen Cloud" to "Lumen"';
  let done: Job;

  test('with --watch the command works on the job itself when no worker runs, and prints the pull request', async () => {
    const { code, out, err } = await copydesk('job', 'create', rename, '--project', 'Handbook', '--watch');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('this command works on the job itself') });
    expect(err).toMatch(/ 0\.0s {2}prompt {2}Rename "Lumen Cloud"/);
    expect(err).toContain('completed');
    expect(out).toMatch(/changed +1 file changed, 1 insertion, 1 deletion\n/);
    expect(out).toMatch(/prLink +http:\/\/127\.0\.0\.1:4700\/projects\/prj_\w+\/pulls\/1\n/);
    [done] = (await json(JobList, 'job', 'list', '--project', 'Handbook')).jobs as [Job];
    expect(done.status).toBe('completed');
  });

  test('git apply accepts its diff', async () => {
    const { code, out } = await copydesk('job', 'diff', done.id);
    expect(code).toBe(0);
    const patch = path.join(folder, 'job.patch');
    await writeFile(patch, out);
    await git(['-C', repository, 'apply', '--check', patch]);
    expect((await json(JobDiff, 'job', 'diff', done.id)).files).toHaveLength(1);
  });

  test('its state and its transcript are printed', async () => {
    expect((await copydesk('job', 'show', done.id)).out).toMatch(/status +completed\n/);
    expect(await json(Job, 'job', 'show', done.id)).toEqual(done);
    expect((await copydesk('job', 'events', done.id)).out).toContain('pull request 1 opened');
    const { events } = await json(z.object({ events: z.array(JobEvent) }), 'job', 'events', done.id);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  });

  test('its usage is reported', async () => {
    const used = await json(JobUsage, 'job', 'usage', done.id);
    expect(used).toMatchObject({ costUsd: 0, budget: { steps: { limit: 200, used: used.steps } } });
    expect(used.steps).toBeGreaterThan(0);
    const { out } = await copydesk('job', 'usage', done.id);
    expect(out).toMatch(
      /IN ALL +OF ITS BUDGET +BUDGET\nsteps +\d+ +\d+ +200\ntokens .* 5,000,000\nUS dollars .* none\n/,
    );
    expect(await copydesk('job', 'usage', 'job_none')).toMatchObject({ code: 3, out: '' });
  });

  test('its impact is reported, with a note that nothing was ever counted', async () => {
    expect(await json(JobImpact, 'job', 'impact', done.id)).toMatchObject({ isCounted: false, filesInAll: 1 });
    const { out, err } = await copydesk('job', 'impact', done.id);
    expect(out).toMatch(/^FILE +CHANGE +PEOPLE +AI +LINKED FROM +READ MOST BY\n\w+\.md +changed +0 +0 +-\n$/);
    expect(err).toContain('This project never collected page views.');
  });

  test('a message continues in the same pull request', async () => {
    const argv = ['job', 'message', done.id, 'Rename "Guide" to "Manual"', '--watch'];
    const job = await json(Job, ...argv);
    expect(job).toMatchObject({ id: done.id, status: 'completed', prLink: done.prLink });
  });

  test('a job that changed nothing reports its answer', async () => {
    const nobody = 'Replace "quokka" with "koala"';
    const job = await json(Job, 'job', 'create', nobody, '--project', 'Handbook', '--watch');
    expect(job.outcome?.kind).toBe('nothing_to_do');
    const { out } = await copydesk('job', 'show', job.id);
    expect(out).toMatch(/outcome +nothing to do\n/);
    expect(out).toContain('\n\nNothing had to be changed\n\n"quokka" was not found');
    const listed = await copydesk('job', 'list', '--project', 'Handbook', '--limit', '1');
    expect(listed.out).toMatch(new RegExp(`${job.id} +completed .* nothing to do\\n`));
  });

  test('a failed job ends the command with 1 and the reason', async () => {
    const { code, out, err } = await copydesk('job', 'create', 'Sing a song', '--project', 'Handbook', '--watch');
    expect(code).toBe(1);
    expect(out).toMatch(/status +failed\n {2}error +instruction_not_understood\n/);
    expect(err).toContain('did not understand');
  });

  test('without --watch a job waits for a worker, and the command says so; then it is archived', async () => {
    const { code, out } = await copydesk('job', 'create', 'Fix anchors', '--project', 'Handbook');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('No worker is running.') });
    const id = /job_\w+/.exec(out)?.[0] ?? '';
    expect((await copydesk('job', 'show', id)).out).toMatch(/waiting +No worker is running\./);
    expect((await copydesk('job', 'events', id)).out).toContain('Waiting: No worker is running.');
    expect((await copydesk('job', 'archive', id)).out).toBe(`Archived the job ${id}\n`);
    expect((await json(Job, 'job', 'show', id)).status).toBe('archived');
    expect(await copydesk('job', 'message', id, 'Fix anchors')).toMatchObject({ code: 1, out: '' });
  });

  test('lists by status, page by page', async () => {
    const listed = await copydesk('job', 'list', '--project', 'Handbook', '--status', 'failed');
    expect(listed.out).toMatch(/^ID +STATUS +CREATED +RESULT\njob_\w+ +failed /);
    const one = ['job', 'list', '--project', 'Handbook', '--limit', '1'];
    const page = await json(JobList, ...one);
    const next = await json(JobList, ...one, '--cursor', page.nextCursor ?? '');
    expect(next.jobs[0]?.id).not.toBe(page.jobs[0]?.id);
  });
});

test('sign-in prints a link, and the same person gets the next one', async () => {
  const { code, out } = await copydesk('sign-in', '--name', 'Ada');
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4700\/sign-in\/\S+\n$/),
  });
  const shape = z.object({ personId: z.string(), link: z.url() });
  const first = await json(shape, 'sign-in', '--name', 'Ada');
  const second = await json(shape, 'sign-in', '--name', 'Ada');
  expect(second.personId).toBe(first.personId);
  expect(second.link).not.toBe(first.link);
});

test('sign-in without a name signs in the only owner, and asks for a name if there are several', async () => {
  const shape = z.object({ name: z.string(), role: z.string() });
  expect(await json(shape, 'sign-in')).toEqual({ name: 'Ada', role: 'owner' });
  await json(shape, 'sign-in', '--name', 'Grace');
  const { code, err } = await copydesk('sign-in');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('--name "Ada", or --name "Grace"') });
});

test('sign-in creates a person with the requested role, and changes no other person', async () => {
  const shape = z.object({ name: z.string(), role: z.string() });
  expect(await json(shape, 'sign-in', '--name', 'Vera', '--role', 'viewer')).toEqual({ name: 'Vera', role: 'viewer' });
  expect(await json(shape, 'sign-in', '--name', 'Vera')).toEqual({ name: 'Vera', role: 'viewer' });
  const { code, err } = await copydesk('sign-in', '--name', 'Vera', '--role', 'owner');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Vera exists already, as viewer') });
});

test('openapi prints the document', async () => {
  expect(await json(z.object({ openapi: z.string() }), 'openapi')).toMatchObject({ openapi: '3.1.0' });
});

test('--json reports errors as JSON, on standard error', async () => {
  const { code, out, err } = await copydesk('job', 'show', 'job_none', '--json');
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(JSON.parse(err)).toMatchObject({ code: 'not_found', retryable: false });
});
