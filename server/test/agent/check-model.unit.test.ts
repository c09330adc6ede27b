import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { checkModel } from '../../src/agent/call/check-model.ts';
import { plainModel } from '../../src/agent/model.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import type { Script } from '../support/scripted-model.ts';

async function findingsOf(script: Script): Promise<string[]> {
  const model = plainModel('test/scripted', scriptedModel(script));
  const options = { timeoutMilliseconds: 10_000, signal: new AbortController().signal, now: () => new Date() };
  const { findings } = await checkModel(model, options);
  return findings.map(({ name, ok, detail }) => `${ok ? 'ok' : 'not ok'}: ${name}: ${detail}`);
}

const call = { calls: [{ tool: 'read_note', input: { name: 'harbour' } }] };

test('a model that calls the tool and reads its answer passes the check', async () => {
  expect(await findingsOf([call, { text: 'Quillfeather.' }])).toEqual([
    'ok: answers: The key, the address and the name are right.',
    'ok: calls tools: It called the tool that it was asked to call.',
    'ok: reads the results of tools: It said what the tool had answered.',
    'ok: reports its usage: It read 20 tokens and wrote 10.',
  ]);
});

test.each<[string, Script, string]>([
  ['answers in words', [{ text: 'read_note(harbour)' }], 'not ok: calls tools: It answered in words'],
  ['answers nothing', [{ text: '' }], 'not ok: calls tools: It answered nothing'],
  [
    'makes up a tool',
    [{ calls: [{ tool: 'open', input: {} }] }],
    'not ok: calls tools: It called a tool that does not exist, "open"',
  ],
  [
    'gives broken JSON',
    [{ calls: [{ tool: 'read_note', input: '{"name":' }] }],
    'not ok: calls tools: It called the tool with',
  ],
  ['refuses', [{ text: '', finishReason: 'content-filter' }], 'not ok: calls tools: It refused, or a filter'],
  ['is cut off', [{ text: 'I w', finishReason: 'length' }], 'not ok: calls tools: Its answer was cut off'],
  ['forgets the result', [call, { text: 'Done!' }], 'not ok: reads the results of tools: It did not say'],
  ['calls for ever', [call, call], 'not ok: reads the results of tools: It called the tool again'],
])('a model that %s fails the check', async (_, script, finding) => {
  expect(await findingsOf(script)).toContainEqual(expect.stringContaining(finding));
});

test.each([
  { input: 0, output: 0 },
  { input: 10, output: 0 },
  { input: 0, output: 5 },
])('a model that reports %j tokens does not report its usage', async (tokens) => {
  const found = await findingsOf([
    { ...call, tokens },
    { text: 'Quillfeather.', tokens },
  ]);
  expect(found.at(-1)).toContain('not ok: reports its usage: It does not report how many tokens it uses');
});

test('a refusal of the provider is reported unchanged', async () => {
  const error = new CopydeskError('model_not_configured', 'The key is wrong. Look at TEST_KEY.');
  expect(await findingsOf([{ error }])).toEqual(['not ok: answers: The key is wrong. Look at TEST_KEY.']);
  expect(await findingsOf([call, { error }])).toContain('not ok: continues: The key is wrong. Look at TEST_KEY.');
  const busy = new CopydeskError('model_failed', 'Too many requests.', { retryAfterSeconds: 30 });
  expect(await findingsOf([{ error: busy }])).toEqual([
    'not ok: answers: Too many requests. That may pass: try again in 30 seconds. Jobs wait for it.',
  ]);
});
