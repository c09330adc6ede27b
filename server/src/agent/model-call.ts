import type { LanguageModelV4 } from '@ai-sdk/provider';
import { generateText, jsonSchema, tool as sdkTool } from 'ai';
import type { AssistantModelMessage, ModelMessage, ToolSet } from 'ai';
import { z } from 'zod';
import { modelError } from './model-errors.ts';
import { storable } from './storable.ts';
import type { Tool } from './tools/tool.ts';

/** A tool call as the model made it. `input` is undefined when it was no JSON. */
export interface ModelCall {
  id: string;
  tool: string;
  input: unknown;
}

/** What a model answered once. */
export interface ModelAnswer {
  /** The assistant's message as the conversation keeps it; undefined when the answer was empty. */
  message: AssistantModelMessage | undefined;
  text: string;
  calls: ModelCall[];
  finishReason: string;
  usage: { inputTokens: number | null; outputTokens: number | null };
}

/**
 * Asks the model once.
 *
 * `generateText` is given no tool to execute, so that it makes one step and leaves the calls to us: it knows how a
 * conversation and an answer are written for every provider (reasoning, signatures, files), and `doGenerate` does
 * not. It costs about a quarter of a millisecond. Retries are the job's.
 * @throws CopydeskError as {@link modelError} says; whatever the signal's reason is when it was aborted.
 */
export async function askModel(options: {
  model: LanguageModelV4;
  system: string;
  tools: ToolSet;
  messages: ModelMessage[];
  timeoutMilliseconds: number;
  signal: AbortSignal;
  now: () => Date;
}): Promise<ModelAnswer> {
  const { model, system, tools, messages, timeoutMilliseconds, signal } = options;
  try {
    const answer = await generateText({
      model,
      instructions: system,
      tools,
      messages,
      maxRetries: 0,
      timeout: timeoutMilliseconds,
      abortSignal: signal,
    });
    const message = answer.responseMessages.find(({ role }) => role === 'assistant');
    return {
      message: message?.role === 'assistant' && message.content.length > 0 ? storable(message) : undefined,
      text: storable(answer.text),
      calls: answer.toolCalls.map((call) => ({
        id: storable(call.toolCallId),
        tool: storable(call.toolName),
        input: inputOf(call),
      })),
      finishReason: answer.finishReason,
      usage: { inputTokens: answer.usage.inputTokens ?? null, outputTokens: answer.usage.outputTokens ?? null },
    };
  } catch (error) {
    signal.throwIfAborted();
    throw modelError(error, model, options.now);
  }
}

/** The tools as the SDK takes them: names, descriptions and schemas, with nothing to execute. */
export function describeTools(tools: readonly Tool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      sdkTool({ description, inputSchema: jsonSchema(schemaOf(input)) }),
    ]),
  );
}

/** An input's JSON schema without what costs tokens and tells a model nothing. */
function schemaOf(input: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
    },
  });
  return schema;
}

/** The SDK hands on what is no JSON as the string that it was. */
function inputOf(call: { input: unknown }): unknown {
  return typeof call.input === 'string' ? undefined : call.input;
}
