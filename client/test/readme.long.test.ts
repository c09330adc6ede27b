import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildLibrary } from '../../scripts/build-library.ts';
import { commandLine, type ServerProcess } from '../../server/test/support/server-process.ts';
import { temporaryFolder } from '../../server/test/support/temporary-folder.ts';
import { openClient } from '../src/index.ts';
import type { Client } from '../src/index.ts';

const run = promisify(execFile);
const read = async (file: string): Promise<string> => await readFile(new URL(file, import.meta.url), 'utf8');
const documents = `${await read('../../docs/client.md')}\n${await read('../README.md')}`;
/** The examples, by the heading above them. */
const examples = [...documents.matchAll(/^## (.+)\n(?:(?!^## )[^])*?^```js\n([^]*?)^```$/gm)].map(
  ([, heading = '', code = '']) => ({ heading, code }),
);

const Made = z.object({ id: z.string() });
const page = '# Start\n\nFirst log in. Then log in again.\n';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ServerProcess;
let desk: Client;
let projectId: string;
let environment: Record<string, string>;
let testKey: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await buildLibrary('client', path.join(folder.path, 'node_modules/@copydesk/client'));
  const repository = path.join(folder.path, 'docs');
  await run('git', ['init', '--initial-branch', 'main', repository]);
  await writeFile(path.join(repository, 'index.md'), page);
  const git = ['-C', repository, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  await run('git', [...git, 'add', '.']);
  await run('git', [...git, 'commit', '--message', 'Begin']);

  const copydesk = await commandLine({ COPYDESK_DATA_DIR: path.join(folder.path, 'data') });
  server = await copydesk.serve();
  projectId = Made.parse(await copydesk.json('project', 'create', '--name', 'Docs', '--repository', repository)).id;
  const made = await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'admin');
  const { key } = z.object({ key: z.string() }).parse(made);
  environment = { COPYDESK_URL: server.url, COPYDESK_KEY: key, COPYDESK_PROJECT: projectId };
  desk = openClient({ url: server.url, key });
  const trial = await copydesk.json('key', 'create', '--name', 'trial', '--scopes', 'admin', '--test');
  testKey = z.object({ key: z.string() }).parse(trial).key;
  const visit = { path: '/guide', status: 200, userAgent: 'ClaudeBot/1.0', timestamp: '2026-10-05T09:00:00Z' };
  await desk.post('/v1/collect/{projectId}', { path: { projectId }, body: [visit] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Runs an example unchanged, as a separate program. */
async function runExample(heading: string, more: Record<string, string> = {}): Promise<string> {
  const code = examples.find((example) => example.heading === heading)?.code ?? 'throw new Error("It is not there")';
  const file = path.join(folder.path, `${heading.replaceAll(' ', '-')}.mjs`);
  await writeFile(file, code);
  const { stdout } = await run(process.execPath, [file], { env: { ...environment, ...more, PATH: process.env.PATH } });
  return stdout;
}

describe('the examples of the docs and of the README', () => {
  test('each have a test', () => {
    const headings = ['A job', 'What happens meanwhile', 'Lists', 'Errors', 'Any endpoint', 'Use'];
    expect(examples.map(({ heading }) => heading)).toEqual(headings);
  });

  test('create a job, and send a message to it', async () => {
    expect(await runExample('A job')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/projects\/prj_\w+\/pulls\/1\ncompleted\n$/);
  });

  test('follow a job to its end', async () => {
    const lines = (await runExample('What happens meanwhile')).trim().split('\n');
    expect(lines[0]).toBe('1 message');
    expect(lines.at(-1)).toMatch(/^\d+ completed$/);
  });

  test('list jobs and views', async () => {
    expect(await runExample('Lists')).toMatch(/^(?:job_\w+ http.*\n){2}\/guide 0 1\n$/);
  });

  test('handle an error', async () => {
    expect(await runExample('Errors')).toMatch(/^404 .+ req_[\w-]+\n$/);
  });

  test('call any endpoint', async () => {
    expect(await runExample('Any endpoint')).toBe("[ 'ClaudeBot: 1' ]\n");
  });

  test('begin with a job, which has nothing left to do here', async () => {
    expect(await runExample('Use')).toMatch(/^\S.*\n/);
  });
});

describe('the same examples, in test mode', () => {
  test.each([
    ['A job', /\/pulls\/1\ncompleted\n$/],
    ['What happens meanwhile', /^1 message\n[^]*completed\n$/],
    ['Lists', /^(?:job_\w+ http.*\n)+(?:\/\S* \d+ \d+\n)*$/],
    ['Errors', /^404 .+ req_[\w-]+\n$/],
    ['Any endpoint', /ClaudeBot: \d+/],
    ['Use', /^\S.*\n/],
  ])('run with a test key: %s', async (heading, said) => {
    expect(await runExample(heading, { COPYDESK_KEY: testKey })).toMatch(said);
  });
});

test('a key without the scope and an invalid key get different error codes', async () => {
  const body = { name: 'reader', scopes: ['analytics:read' as const] };
  const { key } = await desk.post('/v1/keys', { body, idempotencyKey: 'reader' });
  const reader = openClient({ url: server.url, key: key ?? '' });
  await expect(reader.createJob(projectId, { prompt: 'x' })).rejects.toMatchObject({ code: 'insufficient_scope' });
  const stranger = openClient({ url: server.url, key: 'desk_nothing' });
  await expect(stranger.readJob(projectId, 'job_1')).rejects.toMatchObject({ code: 'invalid_token', status: 401 });
});
