import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { compact, sizeOf } from '../../../src/agent/compact/compact.ts';
import { imagesInSight } from '../../../src/agent/images/in-sight.ts';
import type { ShownImage } from '../../../src/agent/images/shown-images.ts';

/** Returns a step in which the model looks at an image. */
function look(number: number, width: number, height: number): ModelMessage[] {
  const path = `${number}.png`;
  const call = { toolCallId: `call-${number}`, toolName: 'read_file' };
  const image: ShownImage = { path, blob: `b${number}`, mediaType: 'image/png', bytes: 20_000, width, height };
  const output = { type: 'text' as const, value: `${path} is an image (image/png) of ${width} × ${height} pixels.` };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { path } }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', ...call, output, providerOptions: { copydesk: { images: [image] } } }],
    },
  ];
}

const conversation = (looks: number): ModelMessage[] => [
  { role: 'user', content: 'Describe the images.' },
  ...Array.from({ length: looks }, (_, index) => look(index, 1_000, 750)).flat(),
];

const bytesOf = (width: number, height: number) => sizeOf(look(1, width, height));

const inSight = (messages: readonly (ModelMessage | undefined)[]) =>
  imagesInSight(messages.filter((message) => message !== undefined)).map(({ image }) => image.path);

test('an image counts by its pixels, and a very large one by the size to which providers scale it', () => {
  expect(bytesOf(1_000, 750) - bytesOf(100, 750)).toBeGreaterThan(3_000);
  expect(bytesOf(8_000, 8_000) - bytesOf(1_000, 1_000)).toBeLessThan(4_800 * 3.5);
});

test('images of the oldest results are left out first, and the reported size is the remaining one', () => {
  const messages = conversation(6);
  const shorter = compact(messages, sizeOf(messages) - 5_000, 'older');
  expect(inSight(shorter.messages)).toEqual(['2.png', '3.png', '4.png', '5.png']);
  expect(shorter.bytes).toBe(sizeOf(shorter.messages));
  expect(JSON.stringify(shorter.messages)).toContain('(left out to save room: 1 line that read_file');
  expect(shorter.characters).toBeGreaterThan(0);
});

test('images of the newest step are left out only if nothing else helps', () => {
  const shorter = compact(conversation(2), 0, 'all');
  expect(inSight(shorter.messages)).toEqual([]);
});
