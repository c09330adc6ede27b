import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { modelServer } from '../../../support/model-server.ts';
import type { ModelRequest } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { ask, modelAt, names, prompt } from './rig.ts';

const Conversation = z.object({
  messages: z.array(z.unknown()).optional(),
  input: z.array(z.unknown()).optional(),
  contents: z.array(z.unknown()).optional(),
});

/** Returns the part of a request before the last message, as received over the wire. */
function beginning({ body }: ModelRequest): { frame: string; said: string[] } {
  const { messages, input, contents } = Conversation.parse(body);
  const { messages: _, input: __, contents: ___, ...frame } = body;
  return {
    frame: JSON.stringify(frame),
    said: (messages ?? input ?? contents ?? []).map((one) => JSON.stringify(one)),
  };
}

describe.each(names)('%s', (name) => {
  test('a step begins with exactly the bytes of the step before it', async () => {
    await using server = await modelServer();
    const model = await modelAt(name, server.url);
    const messages: ModelMessage[] = [...prompt];
    for (let step = 0; step < 5; step += 1) {
      const call = { id: `call_${step}`, tool: 'read_file', input: `{"path":"docs/${step}.md"}` };
      server.reply = () => ({ stream: streamOf(name, { text: `Step ${step}.`, calls: [call] }) });
      const { message, calls } = await ask(model, messages);
      if (message !== undefined) messages.push(message);
      messages.push({
        role: 'tool',
        content: calls.map(({ id, keptAs }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: keptAs,
          output: { type: 'text', value: `page ${step}` },
          providerOptions: { copydesk: { seen: { [`docs/${step}.md`]: 'b10b1d' } } },
        })),
      });
    }
    const requests = server.requests.map(beginning);
    for (const [index, { frame, said }] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined) continue;
      expect(frame).toBe(before.frame);
      expect(said.slice(0, before.said.length)).toEqual(before.said);
      expect(said.length).toBeGreaterThan(before.said.length);
    }
    for (const { text } of server.requests) expect(text).not.toMatch(/copydesk|b10b1d|"seen"/);
  });
});

const requestOf = async (name: string): Promise<ModelRequest> => {
  await using server = await modelServer(() => ({ stream: streamOf(name, { text: 'Done.' }) }));
  await ask(await modelAt(name, server.url));
  const [request] = server.requests;
  if (request === undefined) throw new Error('nothing was asked');
  return request;
};

describe('the places of cache settings', () => {
  test('Anthropic: at the top and at the end of the instructions, and nowhere else', async () => {
    const { body, text } = await requestOf('anthropic/claude-sonnet-5-5');
    expect(body.cache_control).toEqual({ type: 'ephemeral' });
    expect(body.system).toEqual([{ type: 'text', text: 'You edit docs.', cache_control: { type: 'ephemeral' } }]);
    expect(text.match(/cache_control/g)).toHaveLength(2);
  });

  test.each([
    ['anthropic/claude-sonnet-5-5', 32_000],
    ['anthropic/claude-opus-4-1', 32_000],
    ['anthropic/claude-3-5-haiku-20241022', 8_192],
    ['anthropic/claude-3-haiku-20240307', 4_096],
  ])('Anthropic: an answer of %s may have %i tokens', async (name, tokens) => {
    expect((await requestOf(name)).body.max_tokens).toBe(tokens);
  });

  test('OpenAI: by the job; and nothing is stored there, so that reasoning travels encrypted', async () => {
    const { body, path } = await requestOf('openai/gpt-5');
    expect(path).toBe('/v1/responses');
    expect(body).toMatchObject({
      prompt_cache_key: 'job_0123456789abcdefghjkmnpqrs',
      store: false,
      include: ['reasoning.encrypted_content'],
    });
  });

  test('compatible endpoints: no parameter that they might not know', async () => {
    const { body } = await requestOf('compatible/llama3');
    expect(Object.keys(body).toSorted()).toEqual(
      ['messages', 'model', 'stream', 'stream_options', 'tool_choice', 'tools'].toSorted(),
    );
    expect(body.stream_options).toEqual({ include_usage: true });
  });
});
