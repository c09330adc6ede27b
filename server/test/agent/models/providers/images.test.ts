import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { openImageCalls } from '../../../../src/agent/images/image-calls.ts';
import type { ShownImage } from '../../../../src/agent/images/shown-images.ts';
import { withCallSettings } from '../../../../src/wiring/job/call-settings.ts';
import { modelServer } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { png } from '../../images/samples.ts';
import { memoryTree } from '../../memory-tree.ts';
import { ask, modelAt, names } from './rig.ts';

const bytes = png(64, 32);
const base64 = bytes.toString('base64');
const tree = memoryTree({ 'a.png': bytes });

const text = 'a.png is an image (image/png) of 64 × 32 pixels, 33 bytes.';

function conversation(): ModelMessage[] {
  const blob = tree.entry('a.png')?.blob ?? '';
  const shown: ShownImage = { path: 'a.png', blob, mediaType: 'image/png', bytes: 33, width: 64, height: 32 };
  const call = { toolCallId: 'call_1', toolName: 'read_file' };
  return [
    { role: 'user', content: 'What does a.png show?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { path: 'a.png' } }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...call,
          output: { type: 'text', value: text },
          providerOptions: { copydesk: { images: [shown] } },
        },
      ],
    },
  ];
}

type Images = 'auto' | 'on' | 'off';

async function sent(name: string, images: Images = 'auto'): Promise<{ text: string; body: Record<string, unknown> }> {
  await using server = await modelServer(() => ({ stream: streamOf(name, { text: 'A form.' }) }));
  const unset = { maxOutputTokens: null, effort: null, temperature: null, parallelCalls: null };
  const model = withCallSettings(await modelAt(name, server.url), { ...unset, images });
  await openImageCalls(model, { tree, history: [] }).ask(conversation(), (messages) => ask(model, messages));
  const [request] = server.requests;
  if (request === undefined) throw new Error('The model was not asked');
  return request;
}

describe('an image that a tool answered with', () => {
  test('is sent to Anthropic in the result of the tool', async () => {
    const { body } = await sent('anthropic/claude-sonnet-5-5');
    expect(body.messages).toContainEqual({
      role: 'user',
      content: [
        expect.objectContaining({
          type: 'tool_result',
          content: [
            { type: 'text', text },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
          ],
        }),
      ],
    });
  });

  test('is sent to OpenAI in the output of the call', async () => {
    const { body } = await sent('openai/gpt-5');
    const output = [
      { type: 'input_text', text },
      { type: 'input_image', image_url: `data:image/png;base64,${base64}` },
    ];
    expect(body.input).toContainEqual({ type: 'function_call_output', call_id: 'call_1', output });
  });

  test('is sent to Gemini 3 in the response of the function, and to earlier versions beside it', async () => {
    const inlineData = { mimeType: 'image/png', data: base64 };
    const named = { name: 'read_file', response: { name: 'read_file', content: text } };
    const three = await sent('google/gemini-3-pro');
    expect(three.body.contents).toContainEqual({
      role: 'user',
      parts: [{ functionResponse: expect.objectContaining({ ...named, parts: [{ inlineData }] }) }],
    });
    const two = await sent('google/gemini-2.5-pro');
    expect(two.body.contents).toContainEqual({
      role: 'user',
      parts: expect.arrayContaining([{ functionResponse: expect.objectContaining(named) }, { inlineData }]),
    });
  });

  test('is sent to a compatible endpoint in the next message, if the project says that the model has image input', async () => {
    const { body } = await sent('compatible/llama3', 'on');
    expect(body.messages).toContainEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: `${text}\n(a.png is image 1 of the next message.)`,
    });
    expect(body.messages).toContainEqual({
      role: 'user',
      content: [
        { type: 'text', text: expect.stringContaining('from the user') },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
      ],
    });
  });

  test.each<[name: string, images: Images]>([
    ['compatible/llama3', 'auto'],
    ['openai/o3-mini', 'auto'],
    ...names.map((name): [string, Images] => [name, 'off']),
  ])('is not sent to %s with images %s', async (name, images) => {
    const request = await sent(name, images);
    expect(request.text).not.toContain(base64);
    expect(request.text).toContain(text);
  });
});
