import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from '@ai-sdk/provider';
import { markedSentence } from './generate-site.ts';

/** What the model gets before the conversation. The bench counts its tokens. */
export interface Overhead {
  instructions: string;
  /** JSON of the tool schemas. */
  tools: string;
}

/**
 * A model that answers at once: it reads the page that the prompt names, edits one sentence, and finishes. Before that
 * it checks all pages if the prompt says so. It reads only the conversation, so that any number of jobs can share it.
 */
export function instantModel(onOverhead: (overhead: Overhead) => void): LanguageModelV4 {
  const generate = (options: LanguageModelV4CallOptions) => {
    onOverhead(overheadOf(options));
    return Promise.resolve(answer(options));
  };
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    doGenerate: generate,
    async doStream(options) {
      const result = await generate(options);
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          for (const part of result.content) {
            if (part.type !== 'text') controller.enqueue(part);
            else {
              controller.enqueue({ type: 'text-start', id: '0' });
              controller.enqueue({ type: 'text-delta', id: '0', delta: part.text });
              controller.enqueue({ type: 'text-end', id: '0' });
            }
          }
          controller.enqueue({ type: 'finish', finishReason: result.finishReason, usage: result.usage });
          controller.close();
        },
      });
      return { stream };
    },
  };
}

function answer(options: LanguageModelV4CallOptions) {
  const page = pageOf(options);
  const answered = options.prompt.filter((message) => message.role === 'tool').length;
  const path = page.path;
  const edits = [{ old: markedSentence(page.number), new: `The marker of page ${page.number} was moved.` }];
  const check: LanguageModelV4Content = { type: 'tool-call', toolCallId: 'check', toolName: 'check_docs', input: '{}' };
  const steps: LanguageModelV4Content[] = [
    ...(page.checksAll ? [check] : []),
    { type: 'tool-call', toolCallId: 'read', toolName: 'read_file', input: JSON.stringify({ path }) },
    { type: 'tool-call', toolCallId: 'edit', toolName: 'edit_file', input: JSON.stringify({ path, edits }) },
  ];
  const step = steps[answered];
  const content: LanguageModelV4Content[] = [
    step ?? { type: 'text', text: `Edit page ${page.number}\n\nOne sentence.` },
  ];
  const unified = step === undefined ? ('stop' as const) : ('tool-calls' as const);
  return {
    content,
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}

/** Returns the page that a bench's prompt names, and whether the prompt asks for a check of all pages first. */
export function pageOf(options: LanguageModelV4CallOptions): { path: string; number: number; checksAll: boolean } {
  const user = options.prompt.find((message) => message.role === 'user');
  const text = user?.content.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
  const path = /\S+\/page-(\d+)\.mdx?/.exec(text);
  if (path?.[1] === undefined) throw new Error(`The bench's prompt names no page: ${text}`);
  return { path: path[0], number: Number(path[1]), checksAll: text.includes('Check all pages') };
}

function overheadOf(options: LanguageModelV4CallOptions): Overhead {
  const system = options.prompt.filter((message) => message.role === 'system').map((message) => message.content);
  return { instructions: system.join('\n'), tools: JSON.stringify(options.tools ?? []) };
}
