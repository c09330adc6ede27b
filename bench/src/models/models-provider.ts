import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ModelAnswer } from './answer-events.ts';
import { clock } from './clock.ts';
import { answerByScript, answerFor } from './script.ts';

/** One call as the provider saw it. Times are those of {@link clock}. */
export interface ProviderCall {
  /** Undefined for a call that is not one of the job's steps, such as one that describes the change. */
  step: number | undefined;
  /** Whether the bench itself sent it, with nothing but `fetch`. */
  bare: boolean;
  body: string;
  /** When the request had arrived completely. */
  arrivedAt: number;
  firstTextAt: number;
  endedAt: number;
}

/** The messages that the provider sends to the bench. */
export type ProviderMessage = { kind: 'ready'; url: string } | { kind: 'call'; call: ProviderCall };

/**
 * The requests of the bench: how long the model thinks before its first word and after it, or the answers that it gives
 * from now on.
 */
export type ProviderRequest =
  | { kind: 'think'; milliseconds: number }
  | { kind: 'play'; /** None: the usual job. */ script: ModelAnswer[] };

const Asked = z.object({
  tools: z.array(z.unknown()).default([]),
  messages: z.array(z.object({ role: z.string() })).default([]),
});

// A provider in a separate process, in the format of https://docs.claude.com/en/docs/build-with-claude/streaming.
const send = (message: ProviderMessage): void => void process.send?.(message);
let thinkMilliseconds = 0;
let script: ModelAnswer[] = [];
process.on('message', (request: ProviderRequest) => {
  if (request.kind === 'think') thinkMilliseconds = request.milliseconds;
  else ({ script } = request);
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  send({ kind: 'ready', url: `http://127.0.0.1:${port}` });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const arrivedAt = clock();
  const { tools, messages } = Asked.parse(JSON.parse(body));
  const answered = messages.filter(({ role }) => role === 'assistant').length;
  const { step, events } =
    script.length > 0 ? answerByScript(body, answered, script) : answerFor(body, tools.length > 0);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  response.write(events.before);
  if (thinkMilliseconds > 0) await delay(thinkMilliseconds);
  const firstTextAt = clock();
  response.write(events.firstText);
  if (thinkMilliseconds > 0) await delay(thinkMilliseconds);
  const endedAt = clock();
  response.end(events.rest);
  const bare = request.headers['x-bare'] !== undefined;
  send({ kind: 'call', call: { step, bare, body, arrivedAt, firstTextAt, endedAt } });
}
