import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { messagesOf } from '../src/event-stream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

test('messages are returned, and comments, retry fields and incomplete events are ignored', async () => {
  const text =
    'retry: 2000\n\n: alive\n\nid: 4\nevent: step\ndata: {"a":1}\n\ndata:one\ndata: two\n\nid: 5\nevent: lost\ndata: {';
  expect(await Array.fromAsync(messagesOf(streamOf(bytes(text))))).toEqual([
    { type: 'step', data: '{"a":1}' },
    { type: 'message', data: 'one\ntwo' },
  ]);
});

test('messages are the same in any division into chunks', async () => {
  const text = 'event: text\ndata: "„naïve“ 𝄞"\n\n: alive\n\nevent: waiting\r\ndata: null\r\n\r\nid: 9\ndata: x\n\n';
  const whole = bytes(text);
  const expected = await Array.fromAsync(messagesOf(streamOf(whole)));
  expect(expected).toHaveLength(3);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: whole.length }), { maxLength: 12 }), async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const chunks = places.slice(1).map((end, index) => whole.subarray(places[index], end));
      expect(await Array.fromAsync(messagesOf(streamOf(...chunks)))).toEqual(expected);
    }),
  );
});

test('a silent stream fails, and its connection is closed', async () => {
  vi.useFakeTimers();
  try {
    const cancel = vi.fn<() => void>();
    const reading = Array.fromAsync(messagesOf(new ReadableStream({ cancel }))).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reading).toEqual(new Error('The stream is silent'));
    expect(cancel).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
