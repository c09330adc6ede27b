import { CopydeskError } from '@copydesk/contract';
import { APICallError, RetryError } from 'ai';
import { describe, expect, test } from 'vitest';
import { turnRig } from './turn-rig.ts';
import type { Script } from '../support/scripted-model.ts';

const failureOf = async (script: Script) => {
  const error: unknown = await turnRig(script)
    .run()
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof CopydeskError)) throw new Error('not a CopydeskError', { cause: error });
  const { code, message, retryAfterSeconds, retryable } = error;
  return { code, message, retryAfterSeconds, retryable };
};

const callError = (statusCode: number | undefined, responseHeaders: Record<string, string> = {}) =>
  new APICallError({
    message: 'key sk-secret was used on the prompt Do it.',
    url: 'https://user:sk-secret@api.example/v1',
    requestBodyValues: { prompt: 'Do it.' },
    statusCode,
    responseHeaders,
    isRetryable: statusCode === undefined ? true : undefined,
  });

describe('the error of a failed model call', () => {
  test.each([429, 500, 529])('is retryable for status %i', async (status) => {
    expect(await failureOf([{ error: callError(status) }])).toEqual({
      code: 'model_failed',
      message: `The provider of the model test/scripted answered with status ${status}.`,
      retryAfterSeconds: undefined,
      retryable: true,
    });
  });

  test.each([
    ['90', 90],
    ['86400', 86_400],
    // The rig's clock starts at the beginning of 2026, and is read once before.
    ['Thu, 01 Jan 2026 00:10:01 GMT', 600],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['soon', undefined],
  ])('has the delay that the provider requests: %s', async (value, retryAfterSeconds) => {
    expect(await failureOf([{ error: callError(429, { 'retry-after': value }) }])).toMatchObject({ retryAfterSeconds });
  });

  test('is retryable for an unreachable network', async () => {
    expect(await failureOf([{ error: callError(undefined) }])).toMatchObject({
      code: 'model_failed',
      message: 'The provider of the model test/scripted could not be reached.',
      retryable: true,
    });
  });

  test.each([400, 422])('is not retryable for status %i', async (status) => {
    expect(await failureOf([{ error: callError(status) }])).toEqual({
      code: 'model_failed',
      message: `The provider of the model test/scripted refused the call with status ${status}.`,
      retryAfterSeconds: undefined,
      retryable: false,
    });
  });

  test.each([401, 403, 404])('is a configuration error for status %i', async (status) => {
    expect(await failureOf([{ error: callError(status) }])).toMatchObject({
      code: 'model_not_configured',
      message: expect.stringContaining(`(status ${status})`),
    });
  });

  test('contains no prompt, key or address', async () => {
    for (const status of [undefined, 400, 401, 500]) {
      const { message } = await failureOf([{ error: callError(status) }]);
      expect(message).not.toMatch(/secret|Do it|api\.example/);
    }
  });

  test('is retryable without a status', async () => {
    expect(await failureOf([{ error: new Error('sk-secret') }])).toMatchObject({
      code: 'model_failed',
      message: 'The call of the model test/scripted broke off.',
      retryable: true,
    });
  });

  const refusal = new CopydeskError('instruction_not_understood', 'What is "foo"?');

  test.each([
    ['as it is', refusal],
    ['as a cause', new Error('wrapped', { cause: refusal })],
    ['as the last error of retries', new RetryError({ message: 'x', reason: 'errorNotRetryable', errors: [refusal] })],
  ])('is an unchanged CopydeskError of the model: %s', async (_, error) => {
    expect(await failureOf([{ error }])).toMatchObject({
      code: 'instruction_not_understood',
      message: 'What is "foo"?',
    });
  });
});

describe('unusable answers', () => {
  test.each([
    ['nothing', { text: '' }, 'it was empty', false],
    ['a cut text', { text: 'I wil', finishReason: 'length' }, 'the end was cut off', false],
    ['one that ended for a reason of its own', { text: 'I', finishReason: 'other' }, 'the provider ended it', true],
    ['one that broke off', { text: 'I', finishReason: 'interrupted' }, 'the end never came', true],
  ] as const)('%s, three times in a row, ends the turn', async (_, step, how, retryable) => {
    const rig = turnRig(() => step);
    await expect(rig.run()).rejects.toMatchObject({
      code: 'model_failed',
      retryable,
      message: expect.stringContaining(`3 unusable answers in a row; the last one: ${how}`),
    });
    expect(rig.steps).toHaveLength(3);
  });

  test('a refused call is repeated once, and then the turn ends as refused', async () => {
    const rig = turnRig(() => ({ text: 'I cannot\nhelp with that.', finishReason: 'content-filter' }));
    await expect(rig.run()).rejects.toMatchObject({
      code: 'model_refused',
      retryable: false,
      message: expect.stringContaining('Its last words: "I cannot help with that."'),
    });
    expect(rig.steps.map(({ messages }) => messages.map(({ role }) => role))).toEqual([['user', 'user'], ['user']]);
  });

  test('tool calls of a filtered answer are not run', async () => {
    const calls = [{ tool: 'write_file', input: { path: 'new.md', content: 'x' } }];
    const rig = turnRig([{ calls, finishReason: 'content-filter' }, { text: 'Done otherwise.' }]);
    expect(await rig.run()).toEqual({ text: 'Done otherwise.' });
    expect(rig.tree.entry('new.md')).toBeUndefined();
  });

  test('the model is notified and may recover, which resets the count', async () => {
    const empty = { text: '' };
    const work = { calls: [{ tool: 'list_files', input: {} }] };
    const rig = turnRig([empty, empty, work, empty, empty, { text: 'Here I am.' }]);
    expect(await rig.run()).toEqual({ text: 'Here I am.' });
    expect(rig.steps[0]?.messages.at(-1)).toEqual({
      role: 'user',
      content: 'Your answer was empty. Go on, or say in a few sentences what you did.',
    });
  });
});
