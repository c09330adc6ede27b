import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelServer } from '../support/model-server.ts';
import type { ModelReply } from '../support/model-server.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { anyPort } from '../support/server-process.ts';
import { createOperator } from '../../src/wiring/services/operator.ts';
import type { CheckedModel } from '@copydesk/contract';
import { runCommand } from './run-command.ts';
import type { Outcome } from './run-command.ts';

const stack = new AsyncDisposableStack();
const key = 'sk-proj-4b39281706f8e7d6c5a9';
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  const repository = stack.use(await testRepository({ bare: true }));
  await repository.commit({ 'index.md': '# Start\n' });
  database = stack.use(await testDatabase());
  const directory = path.join(repository.path, 'data');
  await mkdir(directory);
  env = { COPYDESK_DATA_DIR: directory, DATABASE_URL: database.url, COPYDESK_LOG_LEVEL: 'debug' };
  const made = await run(['project', 'create', '--name', 'Docs', '--repository', repository.path]);
  if (made.code !== 0) throw new Error(made.err);
});
afterAll(() => stack.disposeAsync());

async function run(argv: string[], more: Record<string, string> = {}, input = ''): Promise<Outcome> {
  const outcome = await runCommand(argv, { env: { ...env, ...more }, input });
  // No command ever prints a key.
  expect(outcome.out + outcome.err).not.toContain(key);
  return outcome;
}

/** A third-party stand-in that calls the tool and then says what it has read. */
async function wellBehaved(): Promise<LLMock> {
  const mock = new LLMock({ port: 0 });
  mock.on(
    { userMessage: /check of the connection/, hasToolResult: false },
    { toolCalls: [{ name: 'read_note', arguments: '{"name":"harbour"}' }] },
  );
  mock.on({ hasToolResult: true }, { content: 'quillfeather' });
  await mock.start();
  stack.defer(() => mock.stop());
  return mock;
}

/** Runs the check as the command does, without a separate process. */
async function check(model: string, more: Record<string, string>): Promise<CheckedModel> {
  const services = await createOperator({ ...env, ...more }).open();
  try {
    return await services.models.check({ model, signal: new AbortController().signal });
  } finally {
    await services.close();
  }
}

test('the model of a project can be set and cleared', async () => {
  const set = ['project', 'set', 'Docs', '--model'];
  const named = await run([...set, 'openai/gpt-5']);
  expect(named).toMatchObject({ code: 0, out: expect.stringMatching(/model +openai\/gpt-5\n/) });
  const nameless = await run([...set, 'gpt-5']);
  expect(nameless).toMatchObject({ code: 1, err: expect.stringContaining('must be provider/name') });
  expect((await run([...set, 'default'])).out).not.toContain('model');
});

test.each([
  ['openai/gpt-5', 'OPENAI', ''],
  ['anthropic/claude-sonnet-5-5', 'ANTHROPIC', ''],
  ['google/gemini-2.5-pro', 'GOOGLE', ''],
  ['compatible/llama3', 'COMPATIBLE', '/v1'],
])('%s passes the check when its stand-in works', async (model, prefix, base) => {
  const mock = await wellBehaved();
  const variables = { [`${prefix}_API_KEY`]: key, [`${prefix}_BASE_URL`]: `${mock.url}${base}` };
  const { ok, findings } = await check(model, variables);
  const well = findings.filter(({ result }) => result === 'ok').map(({ name }) => name);
  expect(well).toEqual(expect.arrayContaining(['answers', 'calls tools', 'reads the results of tools', 'streams']));
  expect(ok).toBe(true);
});

function refused(status: number, error: object): ModelReply {
  return { status, body: { error } };
}

describe('a failed check reports the reason', () => {
  const openai = { OPENAI_API_KEY: key };
  test.each<[string, string, ModelReply | undefined, RegExp]>([
    ['no key', 'anthropic/claude-sonnet-5-5', undefined, /needs a key: set ANTHROPIC_API_KEY/],
    ['no address', 'compatible/llama3', undefined, /needs an address: set COMPATIBLE_BASE_URL/],
    ['no provider', 'gpt-5', undefined, /"gpt-5" is not the name of a model; a name is provider\/model/],
    ['an unknown provider', 'acme/large', undefined, /acme\/large is not configured/],
    [
      'a wrong key',
      'openai/gpt-5',
      refused(401, { message: `Incorrect API key provided: ${key}.`, code: 'invalid_api_key' }),
      /refuses the key.*OPENAI_API_KEY/,
    ],
    [
      'a wrong name',
      'openai/gpt-55',
      refused(404, { message: 'The model `gpt-55` does not exist', code: 'model_not_found' }),
      /does not know the model/,
    ],
    ['a page for people', 'openai/gpt-5', { body: '<html>Welcome</html>' }, /HTML.*OPENAI_BASE_URL/],
    [
      'no credit',
      'openai/gpt-5',
      refused(429, {
        message: 'You exceeded your current quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      }),
      /credit|quota/,
    ],
    ['a redirect', 'openai/gpt-5', { status: 301, headers: { location: 'https://other.example/v1' } }, /redirects/],
    ['an overloaded provider', 'openai/gpt-5', refused(503, { message: 'Overloaded' }), /503/],
  ])('%s', async (_, model, reply, words) => {
    await using server = await modelServer(() => reply ?? { status: 500 });
    const address = { OPENAI_BASE_URL: server.url };
    const { ok, findings } = await check(model, reply === undefined ? {} : { ...openai, ...address });
    expect(ok).toBe(false);
    expect(findings.at(-1)?.detail).toMatch(words);
    expect(JSON.stringify(findings)).not.toContain(key);
  });

  test('no server at the address', async () => {
    const port = await anyPort();
    const { code, out } = await run(['model', 'check', 'openai/gpt-5'], {
      ...openai,
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    });
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/✗ answers .*could not be reached/) });
  });
});

describe('a key of a project', () => {
  test('is read from a pipe, used for this project only, and can be deleted', async () => {
    const mock = await wellBehaved();
    const address = { OPENAI_BASE_URL: `${mock.url}/v1` };
    const ofProject = ['model', 'check', 'openai/gpt-5', '--project', 'Docs'];
    expect((await run(ofProject, address)).code).toBe(1);
    expect((await run(['model', 'key', 'openai', '--project', 'Docs', '--from', '-'], {}, `${key}\n`)).code).toBe(0);
    expect((await run(ofProject, address)).code).toBe(0);
    expect((await run(['model', 'check', 'openai/gpt-5'], address)).code).toBe(1);
    const { rows } = await sql<{ key: Buffer }>`select key from model_key`.execute(database.db);
    expect(rows.some((row) => row.key.includes(key))).toBe(false);
    expect((await run(['model', 'key', 'openai', '--project', 'Docs', '--delete'])).code).toBe(0);
    expect((await run(ofProject, address)).code).toBe(1);
  });

  test('the key of the server is not sent when the project sets only an address', async () => {
    await using server = await modelServer(() => ({ status: 401, body: { error: { message: 'Who are you?' } } }));
    const own = ['model', 'key', 'compatible', '--project', 'Docs', '--no-key', '--base-url', server.url];
    expect((await run(own)).code).toBe(0);
    await run(['model', 'check', 'compatible/llama3', '--project', 'Docs'], {
      COMPATIBLE_API_KEY: key,
      COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
    });
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.map(({ headers }) => JSON.stringify(headers)).join()).not.toContain(key);
    await run(['model', 'key', 'compatible', '--project', 'Docs', '--delete']);
  });

  test.each([
    [['--from', '/nowhere/key.txt'], '', 'cannot be read'],
    [['--from', '-'], '  \n', 'is empty'],
    [['--from', '-'], 'two words', 'more than one word'],
    [[], '', 'there is no terminal to ask on'],
    [['--no-key'], '', '--base-url'],
    [['--no-key', '--base-url', 'http://127.0.0.1:1'], '', 'answers nobody without one'],
    [['--no-key', '--base-url', 'ftp://x'], '', 'must be an http or https address'],
  ])('that is given by %j, as %j, is refused', async (options, input, words) => {
    const { code, err } = await run(['model', 'key', 'openai', '--project', 'Docs', ...options], {}, input);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) });
  });
});

test('the list shows where keys come from, and never a key', async () => {
  const { out } = await run(['model', 'list', '--json'], { ANTHROPIC_API_KEY: key });
  expect(JSON.parse(out)).toMatchObject({
    model: 'builtin/copyeditor',
    providers: [
      { provider: 'anthropic', keyFrom: 'ANTHROPIC_API_KEY', ready: true },
      { provider: 'openai', keyFrom: null, ready: false, missing: 'set OPENAI_API_KEY' },
      { provider: 'google', ready: false },
      { provider: 'compatible', address: null, missing: 'set COMPATIBLE_BASE_URL' },
    ],
  });
  expect((await run(['model', 'list', '--prices'])).out).toContain('anthropic/claude-sonnet-5-5');
});
