import { LLMock } from '@copilotkit/aimock';
import type { ModelMessage } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, failure, modelAt, names, prompt } from './rig.ts';

/** A third-party stand-in for the providers' APIs. */
const mock = new LLMock({ port: 0, chunkSize: 4 });

beforeAll(async () => void (await mock.start()));
afterAll(async () => {
  await mock.stop();
});
beforeEach(() => void mock.reset());

const call = { name: 'read_file', arguments: '{"path":"docs/a.md"}', id: 'call_1' };
const usage = {
  input_tokens: 900,
  output_tokens: 30,
  prompt_tokens: 900,
  completion_tokens: 30,
  promptTokenCount: 900,
  candidatesTokenCount: 30,
};

describe.each(names)('%s', (name) => {
  test('tools and text, streamed, over two steps, with what they used', async () => {
    const isFirst = { hasToolResult: false };
    mock.on(isFirst, { content: 'Let me look at the page.', toolCalls: [call], usage });
    mock.on({ toolResultContains: 'the page' }, { content: 'It is right as it stands.', usage });
    const model = await modelAt(name, mock.url);
    const first = await ask(model);
    expect(first).toMatchObject({
      text: 'Let me look at the page.',
      calls: [{ tool: 'read_file', input: { path: 'docs/a.md' } }],
      usage: { inputTokens: 900, outputTokens: 30 },
    });
    expect(first.deltas.length).toBeGreaterThan(3);
    const [made] = first.calls;
    if (first.message === undefined || made === undefined) throw new Error('no call');
    const output = { type: 'text' as const, value: 'This is the page.' };
    const result = { type: 'tool-result' as const, toolCallId: made.id, toolName: made.tool, output };
    const messages: ModelMessage[] = [...prompt, first.message, { role: 'tool', content: [result] }];
    expect(await ask(model, messages)).toMatchObject({
      text: 'It is right as it stands.',
      calls: [],
      finishReason: 'stop',
    });
  });

  test.each([
    [401, 'model_not_configured', false],
    [404, 'model_not_configured', false],
    [429, 'model_failed', true],
    [500, 'model_failed', true],
    [503, 'model_failed', true],
    [529, 'model_failed', true],
  ])('status %i', async (status, code, retryable) => {
    mock.on({ userMessage: /./ }, { error: { message: 'No.' }, status, retryAfter: 12 });
    const error = await failure(await modelAt(name, mock.url));
    expect({ code: error.code, retryable: error.retryable }).toEqual({ code, retryable });
    expect(error.retryAfterSeconds).toBe(status === 429 ? 12 : undefined);
  });

  test('a truncated stream', async () => {
    mock.on({ userMessage: /./ }, { content: 'I have renamed it in all of the pages.' }, { truncateAfterChunks: 4 });
    const error = await failure(await modelAt(name, mock.url));
    expect(error).toMatchObject({ code: 'model_failed', retryable: true });
  });

  test.each(['length', 'content_filter'])('an answer that ends by %s is not complete', async (finishReason) => {
    mock.on({ userMessage: /./ }, { content: 'I have', finishReason });
    const answer = await ask(await modelAt(name, mock.url));
    // For OpenAI's responses, the stand-in reports only that they have failed.
    const isFailed = name.startsWith('openai/') && finishReason === 'content_filter';
    expect(answer.finishReason).toBe(isFailed ? 'error' : finishReason.replace('_', '-'));
  });
});
