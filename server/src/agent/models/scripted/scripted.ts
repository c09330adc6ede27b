import { setTimeout } from 'node:timers/promises';
import type {
  JSONObject,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { CopydeskError, errorTable } from '@copydesk/contract/errors';
import type { ErrorCode } from '@copydesk/contract/errors';
import { readConversation } from '../builtin/conversation.ts';
import type { ConversationEvent } from '../builtin/conversation.ts';
import { codesOfJobs, scriptOf } from './script.ts';
import type { Script } from './script.ts';

/** Waits; a test passes one that does not. */
export type Wait = (seconds: number, signal: AbortSignal | undefined) => Promise<void>;

/**
 * The model `test/scripted`. It does what the last prompt names, `test:completed`, `test:no_change`, `test:asks`,
 * `test:slow:<seconds>` or `test:failed:<code>`, with the tools that every model has. The same conversation gets the
 * same answer.
 *
 * @param page the page that it writes to, by its path in the repository; if it does not exist, the model creates {@link
 *   ownPage}.
 */
export function createScripted({ page, wait = sleep }: { page: string; wait?: Wait }): LanguageModelV4 {
  const generate = async (options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> => {
    const { events } = readConversation(options.prompt);
    const last = events.findLastIndex(({ type }) => type === 'prompt');
    const prompt = events[last];
    const script = scriptOf(prompt?.type === 'prompt' ? prompt.text : '');
    const steps = events.slice(last + 1).filter((event) => event.type === 'step');
    if (script.kind === 'slow' && steps.length === 0) await wait(script.seconds, options.abortSignal);
    options.abortSignal?.throwIfAborted();
    const next = nextOf(script, steps, page);
    if ('text' in next) return answer({ type: 'text', text: next.text });
    // The length of the conversation makes the id unique in it.
    const toolCallId = `call_${options.prompt.length}`;
    return answer({ type: 'tool-call', toolCallId, toolName: next.tool, input: JSON.stringify(next.input) });
  };
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: generate,
    async doStream() {
      throw new TypeError('the scripted model answers whole');
    },
  };
}

/** The page that it writes to in a repository without the given one. */
export const ownPage = 'test-mode.md';

async function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(seconds * 1000, undefined, signal && { signal });
}

type Step = Extract<ConversationEvent, { type: 'step' }>;
type Next = { text: string } | { tool: string; input: JSONObject };

/** @throws CopydeskError with the code that the script names. */
function nextOf(script: Script, steps: readonly Step[], page: string): Next {
  switch (script.kind) {
    case 'no_change':
      return { text: 'NOTHING TO DO: The test asks for no change.' };
    case 'asks':
      return { text: 'QUESTION: The test has a question: which page do you mean?' };
    case 'failed':
      throw errorForCode(script.code);
    case 'unknown_code':
      throw new CopydeskError(
        'instruction_not_understood',
        `No job ends with the code "${script.code}". Those that a test may name: ${codesOfJobs.join(', ')}.`,
      );
    case 'slow':
      return change(steps, page, `The test waited for ${script.seconds} seconds.`);
    case 'completed':
      return change(steps, page, script.isUnnamed ? unnamed : 'The test was completed.');
  }
}

const unnamed =
  'The test was completed. The prompt names none of test:completed, test:no_change, test:asks, test:slow:<seconds> and ' +
  'test:failed:<code>, and was taken as test:completed.';

/** Reads the page, adds a line to it, and says so. */
function change(steps: readonly Step[], page: string, said: string): Next {
  const [read, written] = steps;
  if (written !== undefined) return { text: `${said} A line was added to a page.` };
  if (read === undefined) return { tool: 'read_file', input: { path: page } };
  const [found] = read.answers;
  // When the page does not exist, another is created.
  if (found === undefined || !found.ok)
    return { tool: 'write_file', input: { path: ownPage, content: withLine('# Test mode\n') } };
  return { tool: 'write_file', input: { path: page, content: withLine(textOf(found.text)) } };
}

/** Returns a result of `read_file` without its header line. */
function textOf(answered: string): string {
  return answered.slice(answered.indexOf('\n') + 1);
}

/** Adds a numbered line, so that each message changes something. */
function withLine(text: string): string {
  const before = text.split('\n').filter((line) => line.startsWith(mark)).length;
  return `${text.trimEnd()}\n\n${mark} ${before + 1}.\n`;
}

const mark = 'A job in test mode wrote this, for message';

/** Makes a retryable error look like one whose retries are over: jobs do not wait longer than a day. */
function errorForCode(code: ErrorCode): CopydeskError {
  const { retryable } = errorTable[code];
  const detail = `The test asked to fail with ${code}.`;
  const isBug = code === 'internal';
  return new CopydeskError(
    code,
    detail,
    retryable && !isBug ? { retryAfterSeconds: aDayAndMore } : { retryable: false },
  );
}

const aDayAndMore = 25 * 3600;

function answer(content: LanguageModelV4GenerateResult['content'][number]): LanguageModelV4GenerateResult {
  const unified = content.type === 'text' ? ('stop' as const) : ('tool-calls' as const);
  return { content: [content], finishReason: { unified, raw: undefined }, usage: noTokens, warnings: [] };
}

/** It costs nothing and is never counted. */
const noTokens: LanguageModelV4GenerateResult['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
