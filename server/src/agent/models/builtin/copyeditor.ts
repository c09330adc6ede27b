import type {
  JSONValue,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { notesKey, readConversation } from './conversation.ts';
import type { CopyeditorDocs } from './plans/plan.ts';
import { Session } from './session.ts';
import type { Reply } from './session.ts';

/**
 * Creates the built-in model `builtin/copyeditor`. It needs no network and no key, and always answers the same
 * conversation in the same way. It understands the instructions of `docs/copyeditor.md`, carries them out with the
 * agent's tools, and refuses everything else by throwing a CopydeskError (`instruction_not_understood`,
 * `instruction_not_applicable`).
 *
 * @param docs the docs in the current state of the tree that the tools work on.
 */
export function createCopyeditor({ docs }: { docs: CopyeditorDocs }): LanguageModelV4 {
  let session: Session | undefined;

  const generate = async (options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> => {
    options.abortSignal?.throwIfAborted();
    const conversation = readConversation(options.prompt);
    const following = session?.isFollowedBy(conversation) === true ? session : undefined;
    session = undefined;
    const current = following ?? new Session(docs, conversation.lastClosing);
    const reply = await current.advance(conversation);
    if ('calls' in reply) session = current;
    return toResult(reply, options.prompt.length);
  };

  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'copyeditor',
    supportedUrls: {},
    doGenerate: generate,
    async doStream(options) {
      return { stream: streamOf(await generate(options)) };
    },
  };
}

/** This model is a program and uses no tokens. */
const noTokens: LanguageModelV4GenerateResult['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** @param messages the length of the conversation, which makes the ids of the calls unique in it. */
function toResult(reply: Reply, messages: number): LanguageModelV4GenerateResult {
  if ('text' in reply) {
    const finishReason = { unified: 'stop' as const, raw: undefined };
    return { content: [{ type: 'text', text: reply.text }], finishReason, usage: noTokens, warnings: [] };
  }
  const content = reply.calls.map((call, index): LanguageModelV4Content => {
    const notes = index === 0 && reply.notes.length > 0 ? { notes: asJson(reply.notes) } : undefined;
    return {
      type: 'tool-call',
      toolCallId: `call_${messages}_${index}`,
      toolName: call.tool,
      input: JSON.stringify(call.input),
      ...(notes === undefined ? {} : { providerMetadata: { [notesKey]: notes } }),
    };
  });
  return { content, finishReason: { unified: 'tool-calls', raw: undefined }, usage: noTokens, warnings: [] };
}

/** Notes are JSON values, except for fields that are undefined. */
function asJson(notes: unknown[]): JSONValue {
  const json: JSONValue = JSON.parse(JSON.stringify(notes));
  return json;
}

function streamOf(result: LanguageModelV4GenerateResult): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const [index, part] of result.content.entries()) {
    if (part.type === 'tool-call') parts.push(part);
    if (part.type !== 'text') continue;
    const id = String(index);
    parts.push({ type: 'text-start', id }, { type: 'text-delta', id, delta: part.text }, { type: 'text-end', id });
  }
  parts.push({ type: 'finish', finishReason: result.finishReason, usage: result.usage });
  return ReadableStream.from(parts);
}
