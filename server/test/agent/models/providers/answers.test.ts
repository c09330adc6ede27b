import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { correctionFor, refusalOf } from '../../../../src/agent/call/unusable-answer.ts';
import { askModel, describeTools } from '../../../../src/agent/call/model-call.ts';
import type { AgentModel } from '../../../../src/agent/model.ts';
import { tools } from '../../../../src/agent/tools/index.ts';
import { modelServer } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { ask, failure, modelAt, names, prompt } from './rig.ts';

const claude = 'anthropic/claude-sonnet-5-5';
const gpt = 'openai/gpt-5';
const gemini = 'google/gemini-2.5-pro';
const local = 'compatible/llama3';

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/**
 * OpenAI reports a refusal as a part of the answer; Google reports a blocked prompt as an answer without candidates.
 */
const refusalPart = [
  data({
    type: 'response.created',
    response: { id: 'r', created_at: 1, model: 'gpt-5', status: 'in_progress', output: [] },
  }),
  data({
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'message', id: 'm', role: 'assistant', status: 'in_progress', content: [] },
  }),
  data({
    type: 'response.refusal.delta',
    item_id: 'm',
    output_index: 0,
    content_index: 0,
    delta: 'I cannot help with that.',
  }),
  data({
    type: 'response.refusal.done',
    item_id: 'm',
    output_index: 0,
    content_index: 0,
    refusal: 'I cannot help with that.',
  }),
  data({
    type: 'response.output_item.done',
    output_index: 0,
    item: {
      type: 'message',
      id: 'm',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'refusal', refusal: 'I cannot help with that.' }],
    },
  }),
  data({
    type: 'response.completed',
    response: {
      id: 'r',
      created_at: 1,
      model: 'gpt-5',
      status: 'completed',
      output: [],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  }),
];
const blockedPrompt = [
  data({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 5 } }),
];
const writing = { calls: [{ id: 'c1', tool: 'write_file', input: '{"path":"a.md","content":"x"}' }] };

describe('a model that refuses', () => {
  test.each([
    ['Claude', claude, streamOf(claude, { text: 'I cannot', stop: 'refusal' })],
    ['Claude in the middle of a call', claude, streamOf(claude, { ...writing, stop: 'refusal' })],
    ['GPT by a part of its answer', gpt, refusalPart],
    ['GPT by a filter', gpt, streamOf(gpt, { text: 'I', stop: 'content_filter' })],
    ['Gemini for safety', gemini, streamOf(gemini, { text: 'I', stop: 'SAFETY' })],
    ['Gemini for what is prohibited', gemini, streamOf(gemini, { stop: 'PROHIBITED_CONTENT' })],
    ['Gemini for what it would recite', gemini, streamOf(gemini, { text: 'Call me', stop: 'RECITATION' })],
    ['Gemini a prompt', gemini, blockedPrompt],
    ['another by a filter', local, streamOf(local, { text: 'I', stop: 'content_filter' })],
  ])(
    '%s: nothing of a filtered answer is run or kept; the call is repeated once, and then counts as refused',
    async (_, name, stream) => {
      await using server = await modelServer(() => ({ stream }));
      const answer = await ask(await modelAt(name, server.url));
      expect(answer).toMatchObject({ finishReason: 'content-filter', calls: [], message: undefined });
      expect(correctionFor(answer)).toContain('withheld by a filter');
      expect(refusalOf(answer, 1, name)).toBeUndefined();
      expect(refusalOf(answer, 2, name)).toMatchObject({ code: 'model_refused', retryable: false });
    },
  );
});

test.each([
  ['Claude', claude, 'claude'],
  ['GPT', gpt, 'gpt-5'],
  ['another', local, 'llama3'],
])('%s: the model that answered is the one that its provider names', async (_, name, named) => {
  const stream = streamOf(name, { text: 'Done' }).map((part) =>
    part.replaceAll(`"model":"${named}"`, `"model":"${named}-0711"`),
  );
  await using server = await modelServer(() => ({ stream }));
  expect((await ask(await modelAt(name, server.url))).answeredBy).toBe(`${named}-0711`);
});

test('if the provider names no model, the requested model has answered', async () => {
  await using server = await modelServer(() => ({ stream: streamOf(gemini, { text: 'Done' }) }));
  expect((await ask(await modelAt(gemini, server.url))).answeredBy).toBe('gemini-2.5-pro');
});

describe('an answer that does not end properly', () => {
  test.each([
    ['too long', claude, streamOf(claude, { text: 'I have', stop: 'max_tokens' }), 'too long'],
    ['too long', gpt, streamOf(gpt, { text: 'I have', stop: 'max_output_tokens' }), 'too long'],
    ['too long', gemini, streamOf(gemini, { text: 'I have', stop: 'MAX_TOKENS' }), 'too long'],
    ['too long', local, streamOf(local, { text: 'I have', stop: 'length' }), 'too long'],
    ['a call that cannot be read', gemini, streamOf(gemini, { stop: 'MALFORMED_FUNCTION_CALL' }), 'could not be read'],
    ['a reason of its own', gemini, streamOf(gemini, { text: 'I have', stop: 'OTHER' }), 'broke off'],
    ['a reason that nobody knows yet', claude, streamOf(claude, { text: 'I have', stop: 'new_reason' }), 'broke off'],
    ['empty', claude, streamOf(claude, {}), 'empty'],
    ['empty', gpt, streamOf(gpt, {}), 'empty'],
    ['empty', gemini, streamOf(gemini, {}), 'empty'],
    ['empty', local, streamOf(local, {}), 'empty'],
  ])('%s: %s', async (_, name, stream, correction) => {
    await using server = await modelServer(() => ({ stream }));
    expect(correctionFor(await ask(await modelAt(name, server.url)))).toContain(correction);
  });

  test('the end of the context window is an error of the conversation', async () => {
    const stream = streamOf(claude, { text: 'I have', stop: 'model_context_window_exceeded' });
    await using server = await modelServer(() => ({ stream }));
    expect(await failure(await modelAt(claude, server.url))).toMatchObject({ code: 'context_too_long' });
  });

  test('a truncated call is marked, and the call before it is complete', async () => {
    const calls = [
      { id: 'c1', tool: 'read_file', input: '{"path":"a.md"}' },
      { id: 'c2', tool: 'write_file', input: '{"path":"b.md","content":"Once upon' },
    ];
    await using server = await modelServer(() => ({ stream: streamOf(local, { calls, stop: 'length' }) }));
    const answer = await ask(await modelAt(local, server.url));
    expect(answer.calls.map(({ tool, isCut }) => [tool, isCut])).toEqual([
      ['read_file', undefined],
      ['write_file', true],
    ]);
  });

  test.each(['eos', 'end_turn', 'COMPLETE'])('a server that says %s has ended its answer', async (stop) => {
    await using server = await modelServer(() => ({ stream: streamOf(local, { text: 'Done.', stop }) }));
    const answer = await ask(await modelAt(local, server.url));
    expect([answer.finishReason, correctionFor(answer)]).toEqual(['stop', undefined]);
  });
});

describe('a model’s reasoning is sent back unchanged', () => {
  const signature = 'c2lnbmF0dXJlLW9mLXRoZS10aG91Z2h0';
  const thinking = [
    data({
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'c',
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
    data({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
    data({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'The page first.' } }),
    data({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature } }),
    data({ type: 'content_block_stop', index: 0 }),
    data({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'c1', name: 'read_file', input: {} },
    }),
    data({
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json: '{"path":"a.md"}' },
    }),
    data({ type: 'content_block_stop', index: 1 }),
    data({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
    data({ type: 'message_stop' }),
  ];
  const call = {
    type: 'function_call',
    id: 'fc1',
    call_id: 'c1',
    name: 'read_file',
    arguments: '{"path":"a.md"}',
    status: 'completed',
  };
  const reasoning = [
    data({
      type: 'response.created',
      response: { id: 'r', created_at: 1, model: 'gpt-5', status: 'in_progress', output: [] },
    }),
    data({ type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs1', summary: [] } }),
    data({
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'reasoning', id: 'rs1', summary: [], encrypted_content: signature },
    }),
    data({
      type: 'response.output_item.added',
      output_index: 1,
      item: { ...call, arguments: '', status: 'in_progress' },
    }),
    data({ type: 'response.output_item.done', output_index: 1, item: call }),
    data({
      type: 'response.completed',
      response: {
        id: 'r',
        created_at: 1,
        model: 'gpt-5',
        status: 'completed',
        output: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
  ];
  const thought = [
    data({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ functionCall: { name: 'read_file', args: { path: 'a.md' } }, thoughtSignature: signature }],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
    }),
  ];

  test.each([
    [claude, thinking],
    [gpt, reasoning],
    [gemini, thought],
  ])('%s', async (name, stream) => {
    await using server = await modelServer(() => ({ stream }));
    const model = await modelAt(name, server.url);
    const { message, calls } = await ask(model);
    const [made] = calls;
    if (message === undefined || made === undefined) throw new Error('The model made no call');
    const output = { type: 'text' as const, value: 'The page.' };
    const result = { type: 'tool-result' as const, toolCallId: made.id, toolName: made.keptAs, output };
    // The message as after a restart: read from the database.
    const stored: ModelMessage = JSON.parse(JSON.stringify(message));
    await ask(model, [...prompt, stored, { role: 'tool', content: [result] }]);
    expect(server.requests[1]?.text).toContain(signature);
  });
});

/** Asks as a job does that can be aborted and has so much time. */
async function question(model: AgentModel, signal: AbortSignal, timeoutMilliseconds: number) {
  const options = { model, system: '', tools: describeTools(tools), messages: prompt, timeoutMilliseconds, signal };
  return await askModel({ ...options, now });
}

const now = () => new Date('2026-01-01T00:00:00Z');

describe.each(names)('%s', (name) => {
  test('ending a job closes the connection during the answer', async () => {
    await using server = await modelServer(() => ({
      stream: streamOf(name, { text: 'I have' }).slice(0, 1),
      end: 'silence',
    }));
    const ending = new AbortController();
    const asked = question(await modelAt(name, server.url), ending.signal, 60_000);
    await expect.poll(() => server.requests.length).toBe(1);
    ending.abort(new Error('archived'));
    await expect(asked).rejects.toThrow('archived');
    await server.left;
  });

  test('an answer that never ends times out as a retryable error', async () => {
    await using server = await modelServer(() => ({
      stream: streamOf(name, { text: 'I have' }).slice(0, 1),
      end: 'silence',
    }));
    const asked = question(await modelAt(name, server.url), new AbortController().signal, 100);
    await expect(asked).rejects.toMatchObject({
      code: 'model_failed',
      retryable: true,
      message: expect.stringContaining('in time'),
    });
  });
});
