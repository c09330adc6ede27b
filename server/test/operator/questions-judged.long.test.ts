import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { modelServer } from '../support/model-server.ts';
import type { ModelReply, ModelRequest, ModelServer } from '../support/model-server.ts';
import { compatibleStream } from '../support/model-streams.ts';
import { commandLine } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const questions = `
questions:
  - question: How do I install it?
    page: docs/install.md
    facts: [npm install]
  - question: Which port does the server listen on?
    facts: ['8080']
  - question: What does it cost?
    page: docs/gone.md
    facts: [nothing]
`;

const modelKey = 'key-of-a-stand-in-0123456789abcdef';

const Key = z.object({ key: z.string() });

const stack = new AsyncDisposableStack();
let model: ModelServer;
let env: Record<string, string>;
let run: (...argv: string[]) => ReturnType<typeof runCommand>;

beforeAll(async () => {
  model = stack.use(await modelServer());
  const database = stack.use(await testDatabase());
  const repository = stack.use(await testRepository({ bare: true }));
  const folder = stack.use(await temporaryFolder());
  await repository.commit({
    'docs/install.md': '---\ntitle: Install\n---\n\n<!-- Ada wrote this. -->\n\nRun `npm install`.\n',
    'docs/run.md': `# Run\n\nThe server listens on port 8080. Its key is ${modelKey}.\n`,
    '.copydesk/questions.yaml': questions,
  });
  env = {
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    DATABASE_URL: database.url,
    COMPATIBLE_API_KEY: modelKey,
    COMPATIBLE_BASE_URL: `${model.url}/v1`,
    COPYDESK_MODEL_PRICES: 'compatible/small=1/10',
    COPYDESK_LOG_LEVEL: 'warn',
  };
  run = async (...argv) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);
});
afterAll(async () => await stack.disposeAsync());

const usage = { read: 100, fromCache: 0, toCache: 0, written: 10 };

const says = (text: string): ModelReply => ({ stream: compatibleStream({ text, usage }) });

const answers = (request: ModelRequest): ModelReply =>
  says(request.text.includes('How do I install it?') ? 'Run `npm install`.' : 'UNANSWERED');

beforeEach(() => {
  model.reply = answers;
  model.requests.length = 0;
});

test('without a judging model no question is asked, and the error says how to set one', async () => {
  const { code, err } = await run('questions', 'run', 'Handbook', '--judge');
  expect(code).not.toBe(0);
  expect(err).toContain('The project has no model that judges answers.');
  expect(err).toContain('--questions-model');
  expect(model.requests).toEqual([]);
});

test('a model answers from the pages as AI readers get them, and its answers are shown with what they cost', async () => {
  await run('project', 'set', 'Handbook', '--questions-model', 'compatible/small');
  const { code, out, err } = await run('questions', 'run', 'Handbook', '--judge');
  expect({ code, out }).toEqual({
    code: 1,
    out:
      'answered  How do I install it?  docs/install.md\n' +
      '    compatible/small could answer: Run `npm install`.\n' +
      'answered  Which port does the server listen on?  docs/run.md\n' +
      '    compatible/small could not answer: UNANSWERED\n' +
      '    its answer lacks 8080\n' +
      'not answered  What does it cost?  docs/gone.md\n' +
      '    it lacks nothing\n' +
      'question not judged: “What does it cost?”: the file docs/gone.md is not a page of the docs, or cannot be read\n' +
      '\n2 of 3 questions answered.\nThe model could answer 1 of 2 questions.\n',
  });
  expect(err).toContain('The model read 200 tokens and wrote 20: 0.0004 US dollars.');
  const sent = model.requests.map(({ text }) => text).join('\n');
  expect(sent).toContain('# Install\\n\\nRun `npm install`.');
  expect(sent).not.toContain('Ada wrote this');
  // Secrets stay here, and the facts are not given away.
  expect(sent).not.toContain(modelKey);
  expect(sent.match(/8080/g)).toHaveLength(1);
});

test('an error of the provider leaves the question unjudged, and does not show the prompt', async () => {
  model.reply = () => ({ status: 500, body: { error: { message: 'Out of order.' } } });
  const { code, out } = await run('questions', 'run', 'Handbook', '--judge');
  expect(code).toBe(1);
  expect(out).toMatch(/question not judged: “How do I install it\?”: .*Out of order/);
  expect(out).not.toContain('You answer a question');
  expect(out).not.toContain('The model could answer');
  expect(model.requests).toHaveLength(2);
});

test('the command prints the same if the server is elsewhere', async () => {
  const copydesk = await commandLine(env);
  await using server = await copydesk.serve();
  const made = await run('key', 'create', '--name', 'writer', '--project', 'Handbook', '--json');
  const { key } = Key.parse(JSON.parse(made.out));
  const there = { COPYDESK_URL: server.url, COPYDESK_KEY: key };
  const argv = ['questions', 'run', 'Handbook', '--judge', '--json'];
  const remote = await runCommand(argv, { env: there });
  expect(remote.code).toBe(1);
  expect(JSON.parse(remote.out)).toEqual(JSON.parse((await run(...argv)).out));
  expect(JSON.parse(remote.out)).toMatchObject({
    answers: [
      {
        judged: { model: 'compatible/small', answer: 'Run `npm install`.', isAnswered: true, missing: [], cut: false },
      },
      { judged: { isAnswered: false, missing: ['8080'] } },
      { judged: null },
    ],
    usage: { inputTokens: 200, outputTokens: 20, costUsd: 0.0004 },
  });
});
