import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { markedSentence } from '../../support/generate-site.ts';

/** One call of the model. The times are those of `performance.now()` of this process. */
export interface ModelCall {
  arrivedAt: number;
  answeredAt: number;
}

/** A model that answers at once, as OpenAI-compatible endpoints do: every state can be configured to use it. */
export interface StandInModel extends AsyncDisposable {
  url: string;
  /** Tells it a task, and returns the prompt by which it recognises the task. */
  promptFor: (task: Task) => string;
  /** Returns the calls for a task, which it then forgets. */
  takeCalls: (task: Task) => ModelCall[];
}

/** What the model does in a job: at the end it edits one sentence of one page. */
export interface Task {
  /** A page of a generated site, and its number. */
  path: string;
  page: number;
  /** Tools to call before that, one after the other. */
  first?: readonly ToolCall[];
}

export interface ToolCall {
  tool: string;
  input: object;
}

const Asked = z.object({
  tools: z.array(z.unknown()).default([]),
  messages: z.array(z.object({ role: z.string() })),
});

interface KnownTask {
  task: Task;
  calls: ModelCall[];
}

export async function startStandInModel(): Promise<StandInModel> {
  const known = new Map<number, KnownTask>();
  const numbers = new Map<Task, number>();
  const server = createServer((request, response) => void answer(request, response, known));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The port of the model is not known');
  let last = 0;
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    promptFor(task) {
      last += 1;
      numbers.set(task, last);
      known.set(last, { task, calls: [] });
      return `Move the marker in ${task.path} (task ${last})`;
    },
    takeCalls(task) {
      const number = numbers.get(task) ?? 0;
      const calls = known.get(number)?.calls ?? [];
      known.delete(number);
      numbers.delete(task);
      return calls;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  known: ReadonlyMap<number, KnownTask>,
): Promise<void> {
  const body = await text(request);
  const arrivedAt = performance.now();
  const task = known.get(Number(/\(task (\d+)\)/.exec(body)?.[1]));
  if (task === undefined) {
    response.writeHead(400).end('{"error":{"message":"The prompt names no task of the bench."}}');
    return;
  }
  const { tools, messages } = Asked.parse(JSON.parse(body));
  const answered = messages.filter(({ role }) => role === 'tool').length;
  // A call without tools asks for a description of the change.
  const call = tools.length === 0 ? undefined : toolCallsOf(task.task)[answered];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(answerEvents(call, { page: task.task.page, number: answered, bytesRead: body.length }));
  task.calls.push({ arrivedAt, answeredAt: performance.now() });
}

function toolCallsOf({ first = [], path, page }: Task): ToolCall[] {
  const edits = [{ old: markedSentence(page), new: `The marker of page ${page} was moved.` }];
  return [...first, { tool: 'read_file', input: { path } }, { tool: 'edit_file', input: { path, edits } }];
}

/** Formats an answer as https://platform.openai.com/docs/api-reference/chat-streaming describes. */
function answerEvents(
  call: ToolCall | undefined,
  { page, number, bytesRead }: { page: number; number: number; bytesRead: number },
): string {
  const about = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench' };
  const chunk = (delta: object, finish_reason: string | null): object => ({
    ...about,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const prompt_tokens = Math.ceil(bytesRead / 4);
  const usage = { prompt_tokens, completion_tokens: 40, total_tokens: prompt_tokens + 40 };
  const delta = call === undefined ? closingText(page) : toolCallDelta(call, number);
  return [
    chunk(delta, null),
    chunk({}, call === undefined ? 'stop' : 'tool_calls'),
    { ...about, choices: [], usage },
    '[DONE]',
  ]
    .map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
    .join('');
}

function closingText(page: number): object {
  return { role: 'assistant', content: `Edit page ${page}\n\nOne sentence.` };
}

function toolCallDelta({ tool, input }: ToolCall, number: number): object {
  const made = { name: tool, arguments: JSON.stringify(input) };
  return { role: 'assistant', tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: made }] };
}
