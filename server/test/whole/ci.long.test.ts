import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const Address = z.object({ port: z.int() });
const root = path.join(import.meta.dirname, '../../..');
const link = 'https://git.example.com/docs/pull/1';

/** The system's programs that the examples need. */
const bash = '/bin/bash';

/** What the examples need and a machine may lack, with the command that tests for it; the action needs only Node. */
const needed = { jq: 'command -v jq', 'curl 7.82': 'curl --help all | grep -e --json' };
const lacking: string[] = [];
for (const [name, question] of Object.entries(needed)) {
  await run(bash, ['-c', question]).catch(() => lacking.push(name));
}
if (lacking.length > 0)
  console.warn(`skipped: the examples of curl, since there is no ${lacking.join(' and no ')} here`);

async function environment(api: TestApi) {
  const key = await api.newKey({ scopes: ['agent:read', 'agent:write'], projectId: api.project.id });
  return {
    PATH: process.env.PATH ?? '',
    COPYDESK_URL: `http://127.0.0.1:${api.port}`,
    COPYDESK_PROJECT: api.project.id,
    COPYDESK_KEY: key,
    COPYDESK_PROMPT: 'Say "hello"; $(touch evil) `id`',
  };
}

/** A server that does with each new job what its worker would do. */
async function settlingApi(change: object): Promise<TestApi> {
  const api = await startApi();
  const over = new AbortController();
  const work = settleJobs(api, change, over.signal);
  return {
    ...api,
    async [Symbol.asyncDispose]() {
      over.abort();
      await work;
      await api[Symbol.asyncDispose]();
    },
  };
}

async function settleJobs({ db }: TestApi, change: object, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await db.updateTable('job').set(change).where('status', '=', 'active').execute();
    await setTimeout(100);
  }
}

const completed = { status: 'completed', pr_link: link };
const failed = {
  status: 'failed',
  error: JSON.stringify({ code: 'limit_reached', detail: 'Too\nlong', retryable: true }),
};

async function prompts(api: TestApi): Promise<string[]> {
  const rows = await api.db.selectFrom('job_message').select('prompt').execute();
  return rows.map(({ prompt }) => prompt);
}

test.skipIf(lacking.length > 0)(
  'the curl lines in docs/ci.md start a job, wait for it and print its pull request',
  async () => {
    await using api = await settlingApi(completed);
    const document = await readFile(path.join(root, 'docs/ci.md'), 'utf8');
    const [, lines = ''] = /## Anywhere else[\s\S]*?```bash\n([\s\S]*?)```/.exec(document) ?? [];
    const env = await environment(api);
    const { stdout } = await run(bash, ['-euo', 'pipefail', '-c', lines], { env });
    expect(stdout).toBe(`${link}\n`);
    expect(await prompts(api)).toEqual([env.COPYDESK_PROMPT]);
  },
);

const Component = z.record(
  z.string(),
  z
    .object({ script: z.array(z.string()) })
    .optional()
    .catch(undefined),
);

test.skipIf(lacking.length > 0)(
  'the script of the GitLab component starts a job and waits for it, and fails if the job fails',
  async () => {
    const text = await readFile(path.join(root, 'templates/copydesk.yml'), 'utf8');
    const [, job = ''] = text.split('\n---\n');
    const script = Object.values(Component.parse(parse(job)))[0]?.script.join('\n') ?? '';
    for (const change of [completed, failed]) {
      await using api = await settlingApi(change);
      await using folder = await temporaryFolder();
      const env = { ...(await environment(api)), CI_JOB_ID: '1' };
      const done = await run(bash, ['-c', script], { env, cwd: folder.path }).then(
        () => ({ code: 0, stderr: '' }),
        (error: { code: number; stderr: string }) => error,
      );
      expect([done.code, done.stderr.includes('Too\nlong')]).toEqual(change === failed ? [1, true] : [0, false]);
      const reported = await readFile(path.join(folder.path, 'copydesk.env'), 'utf8');
      expect(reported).toBe(
        `COPYDESK_PULL_REQUEST=${change === failed ? '' : link}\nCOPYDESK_STATUS=${change.status}\n`,
      );
      expect(await prompts(api)).toEqual([env.COPYDESK_PROMPT]);
    }
  },
);

/** Runs the action's file as the runner does: with inputs and files in the environment. */
async function runAction(env: Record<string, string>, folder: string, inputs: Record<string, string>) {
  const files = { output: path.join(folder, 'output'), summary: path.join(folder, 'summary') };
  await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
  const given = Object.entries({
    url: env['COPYDESK_URL'] ?? '',
    key: env['COPYDESK_KEY'] ?? '',
    project: env['COPYDESK_PROJECT'] ?? '',
    prompt: env['COPYDESK_PROMPT'] ?? '',
    ...inputs,
  }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const program = path.join(root, 'ci/github/copydesk-job.mjs');
  const whole = {
    ...Object.fromEntries(given),
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    ...env,
  };
  const done = await run(process.execPath, [program], { env: whole }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code: done.code, stdout: done.stdout, output: await readFile(files.output, 'utf8') };
}

test('the action starts one job per run, reports its outputs, and comments on the pull request', async () => {
  await using api = await settlingApi(completed);
  await using folder = await temporaryFolder();
  const comments: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
  const github = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      comments.push({ url: request.url, authorization, body: Buffer.concat(chunks).toString() });
      response.writeHead(201).end('{}');
    });
  });
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
  const { port } = Address.parse(github.address());
  const event = path.join(folder.path, 'event.json');
  await writeFile(event, JSON.stringify({ pull_request: { number: 7 } }));
  const env = {
    ...(await environment(api)),
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '1',
    GITHUB_EVENT_PATH: event,
  };
  const inputs = { comment: 'true', 'github-token': 'a-token' };
  const first = await runAction(env, folder.path, inputs);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`pull-request=${link}\n`) });
  expect(first.output).toMatch(/^job-id=job_\w+\njob-page=https:\/\/\S+\nstatus=completed\n/);
  await runAction(env, folder.path, inputs);
  github.close();
  expect(await prompts(api)).toEqual([env.COPYDESK_PROMPT]);
  expect(comments[0]).toMatchObject({ url: '/repos/o/r/issues/7/comments', authorization: 'Bearer a-token' });
  expect(comments[0]?.body).toContain(link);
});

test('the action fails with its job, on one line, and with the refusals of the API', async () => {
  await using api = await settlingApi(failed);
  await using folder = await temporaryFolder();
  const env = await environment(api);
  const done = await runAction(env, folder.path, {});
  expect(done).toMatchObject({ code: 1, stdout: expect.stringContaining('::error::limit_reached: Too%0Along\n') });
  expect((await runAction(env, folder.path, { 'fail-on-failure': 'false', prompt: 'Other' })).code).toBe(0);
  const wrong = await runAction(env, folder.path, { key: 'desk_wrong' });
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('::error::invalid_token') });
  expect(wrong.stdout).not.toContain('desk_wrong');
  expect(await runAction(env, folder.path, { prompt: ' ' })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"prompt"'),
  });
});

const Action = z.object({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
  runs: z.object({ main: z.string() }),
});

test('the action declares all inputs and outputs that its file uses', async () => {
  const { inputs, outputs, runs } = Action.parse(
    parse(await readFile(path.join(root, 'ci/github/action.yml'), 'utf8')),
  );
  const file = await readFile(path.join(root, 'ci/github', runs.main), 'utf8');
  const read = [...file.matchAll(/input\('([\w-]+)'/g)].map(([, name]) => name);
  expect(new Set([...read, 'github-token'])).toEqual(new Set(Object.keys(inputs)));
  for (const name of Object.keys(outputs)) expect(file).toMatch(new RegExp(`(?:'${name}'|\\b${name}): `));
});
