/** One message of a stream of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
interface Message {
  type: string;
  data: string;
}

/**
 * A stream starts with the present state, and sends a sign of life every quarter of a minute. One without a start is
 * buffered by a proxy, which would pass it on only at its end. A silent one has lost its server.
 */
const beginSeconds = 10;
const silenceSeconds = 60;

/** Yields the messages of a stream as they arrive. @throws Error when the stream breaks or is silent */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let isSilent = false;
  const endIn = (seconds: number) =>
    setTimeout(() => {
      isSilent = true;
      void reader.cancel().catch(() => undefined);
    }, seconds * 1000);
  let silence = endIn(beginSeconds);
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isSilent) throw new Error('The stream is silent');
      if (done) return;
      clearTimeout(silence);
      const blocks = (pending + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      pending = blocks.pop() ?? '';
      // The time that a reader spends on a message does not count as silence of the stream.
      yield* blocks.flatMap(messageOf);
      silence = endIn(silenceSeconds);
    }
  } finally {
    clearTimeout(silence);
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns no message for a comment, and for the reconnection time. */
function messageOf(block: string): Message[] {
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([a-z]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
  }
  return data.length === 0 ? [] : [{ type, data: data.join('\n') }];
}
