/** One message of a stream of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
interface Message {
  type: string;
  data: string;
}

/**
 * A stream begins with what is there, and says every quarter of a minute that it is alive. One that begins with nothing is held
 * back by something between, which will pass it on when it has ended; a silent one has lost its server.
 */
const beginSeconds = 10;
const silenceSeconds = 60;

/** The messages of a stream as they arrive. @throws Error when the stream breaks or is silent */
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
      // A reader that takes its time over a message is not the stream's silence.
      yield* blocks.flatMap(messageOf);
      silence = endIn(silenceSeconds);
    }
  } finally {
    clearTimeout(silence);
    await reader.cancel().catch(() => undefined);
  }
}

/** None for a comment, and for the time after which to come back. */
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
