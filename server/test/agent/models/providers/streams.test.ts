import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import type { AgentModel } from '../../../../src/agent/model.ts';
import { modelServer } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { ask, failure, modelAt, names, prompt } from './rig.ts';

const readPage = { id: 'call_1', tool: 'read_file', input: '{"path":"docs/a.md"}' };
const usage = { read: 1_000, fromCache: 600, toCache: 300, written: 20 };

async function outcome(model: AgentModel) {
  const { code, retryable } = await failure(model);
  return { code, retryable };
}

describe.each(names)('%s', (name) => {
  test('a complete answer: text as it arrives, calls, and all tokens whichever way they are counted', async () => {
    await using server = await modelServer(() => ({
      stream: streamOf(name, { text: 'Let me see.', calls: [readPage], usage }),
    }));
    const answer = await ask(await modelAt(name, server.url));
    const isAnthropic = name.startsWith('anthropic/');
    expect(answer).toMatchObject({
      text: 'Let me see.',
      calls: [{ id: 'call_1', tool: 'read_file', input: { path: 'docs/a.md' } }],
      finishReason: 'tool-calls',
      usage: {
        inputTokens: 1_000,
        cachedInputTokens: 600,
        cacheWriteTokens: isAnthropic ? 300 : null,
        outputTokens: 20,
      },
      deltas: ['Let me see.'],
    });
  });

  test('a stream that ends after any of its events is not an answer', async () => {
    const whole = streamOf(name, { text: 'I have renamed it.', calls: [readPage], usage });
    // Some providers' last events contain nothing that is needed: an end of the list, the tokens.
    const needed = name.startsWith('compatible/') ? whole.length - 2 : whole.length;
    await using server = await modelServer();
    const model = await modelAt(name, server.url);
    for (const end of ['close', 'reset'] as const) {
      for (let sent = 0; sent < needed; sent += 1) {
        server.reply = () => ({ stream: whole.slice(0, sent), end });
        expect({ sent, end, ...(await outcome(model)) }).toEqual({ sent, end, code: 'model_failed', retryable: true });
      }
    }
  });

  test('half an event, and one that is not JSON, are not an answer', async () => {
    const whole = streamOf(name, { text: 'I have renamed it.', usage });
    await using server = await modelServer();
    const model = await modelAt(name, server.url);
    for (const broken of [
      'data: {"typ',
      'data: {"type": "content_block_delta", oops}\n\n',
      'data: {"unknown": true}\n\ndata: {"error": "runner died"}\n\n',
    ]) {
      server.reply = () => ({ stream: [...whole.slice(0, 1), broken] });
      expect({ broken, ...(await outcome(model)) }).toEqual({ broken, code: 'model_failed', retryable: true });
    }
  });

  test('a silent stream ends the call and the connection', async () => {
    await using server = await modelServer(() => ({
      stream: streamOf(name, { text: 'I have', usage }).slice(0, 2),
      end: 'silence',
    }));
    const error = await failure(await modelAt(name, server.url, { between: 50 }));
    expect(error).toMatchObject({ code: 'model_failed', retryable: true });
    expect(error.message).toContain('stopped in the middle');
    await server.left;
  });

  test('a call with invalid JSON, one with an impossible name, and two with one id can all be sent back', async () => {
    const calls = [
      { id: 'call_1', tool: 'read_file', input: name.startsWith('google/') ? '"text"' : '{"path": ' },
      { id: 'call_1', tool: 'run shell!', input: '{}' },
      { id: 'call_2', tool: 'search', input: '{"pattern":"x"}' },
    ];
    await using server = await modelServer(() => ({ stream: streamOf(name, { calls }) }));
    const model = await modelAt(name, server.url);
    const answer = await ask(model);
    expect(answer.calls).toMatchObject([
      { id: 'call_1', tool: 'read_file', keptAs: 'read_file', input: undefined },
      { tool: 'run shell!', keptAs: 'run_shell_', input: {} },
      { id: 'call_2', tool: 'search', keptAs: 'search', input: { pattern: 'x' } },
    ]);
    const results: ModelMessage = {
      role: 'tool',
      content: answer.calls.map((call) => ({
        type: 'tool-result',
        toolCallId: call.id,
        toolName: call.keptAs,
        output: { type: 'text', value: 'no' },
      })),
    };
    const again = await ask(model, [...prompt, ...(answer.message === undefined ? [] : [answer.message]), results]);
    const ids = [...answer.calls, ...again.calls].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toEqual(ids.filter((id) => /^[A-Za-z0-9_-]+$/.test(id)));
    expect(server.requests[1]?.text).not.toContain('run shell!');
  });

  test.each([
    ['a page of maintenance', { body: '<html>Back soon</html>' }],
    ['nothing at all', { status: 204, body: '' }],
    ['JSON of another kind', { body: { ok: true } }],
  ])('%s is a configuration error at first, and a retryable one within a job', async (_, reply) => {
    await using server = await modelServer(() => reply);
    const model = await modelAt(name, server.url);
    expect(await failure(model)).toMatchObject({ code: 'model_not_configured' });
    expect(await failure(model, prompt, true)).toMatchObject({ code: 'model_failed', retryable: true });
  });
});
