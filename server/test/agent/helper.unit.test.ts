import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { openHelper } from '../../src/agent/call/helper.ts';
import { plainModel } from '../../src/agent/model.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import type { Script } from '../support/scripted-model.ts';

const question = { system: 'Answer.', prompt: 'Why?' };

function open(script: Script, check: (pending: readonly object[]) => void = () => {}) {
  const model = scriptedModel(script);
  const call = { jobId: 'job_1', signal: new AbortController().signal, now: () => new Date(0) };
  const options = { model: plainModel('test/small', model), budget: { check }, call };
  return { model, helper: openHelper({ ...options, limits: { modelCallMilliseconds: 60_000 } }) };
}

test('each question is a separate conversation, and its calls are taken once', async () => {
  const { model, helper } = open(() => ({ text: ' So. ' }));
  expect([await helper.ask(question), await helper.ask(question)]).toEqual(['So.', 'So.']);
  expect(model.calls.map(({ prompt }) => prompt.length)).toEqual([2, 2]);
  const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, cacheWriteTokens: 0 };
  const call = { model: 'test/small', usage };
  expect([helper.takeCalls(), helper.takeCalls()]).toEqual([[call, call], []]);
});

test('the budget is checked before each call, including calls that are not stored yet', async () => {
  const seen: number[] = [];
  const { model, helper } = open(
    () => ({ text: 'So.' }),
    ({ length }) => {
      seen.push(length);
      if (length === 2) throw new CopydeskError('limit_reached', 'That was all.');
    },
  );
  await helper.ask(question);
  await helper.ask(question);
  await expect(helper.ask(question)).rejects.toThrow('That was all.');
  expect(seen).toEqual([0, 1, 2]);
  expect(model.calls).toHaveLength(2);
});

test('an empty answer counts as a failure, and is still charged', async () => {
  const { helper } = open(() => ({ text: '' }));
  await expect(helper.ask(question)).rejects.toMatchObject({ code: 'model_failed' });
  expect(helper.takeCalls()).toHaveLength(1);
});

test('a step may ask sixteen questions, and the next step may ask again', async () => {
  const { helper } = open(() => ({ text: 'So.' }));
  for (let asked = 0; asked < 16; asked += 1) await helper.ask(question);
  await expect(helper.ask(question)).rejects.toThrow('16 times in this step');
  helper.takeCalls();
  expect(await helper.ask(question)).toBe('So.');
});
