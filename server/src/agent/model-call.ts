import type { JSONSchema7 } from '@ai-sdk/provider';
import type { StepUsage } from '@copydesk/contract';
import { generateText, jsonSchema, tool as sdkTool } from 'ai';
import type { AssistantModelMessage, LanguageModelUsage, ModelMessage, ToolSet } from 'ai';
import { z } from 'zod';
import type { AgentModel } from './model.ts';
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
  usage: StepUsage;
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
  model: AgentModel;
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
      model: model.model,
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
      usage: usageOf(answer.usage),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw modelError(error, model.name, options.now);
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
function schemaOf(input: z.ZodType): JSONSchema7 {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's own type is of all drafts at once
  return schema as JSONSchema7;
}

function usageOf({ inputTokens, outputTokens, inputTokenDetails: details }: LanguageModelUsage): StepUsage {
  return {
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    cachedInputTokens: details.cacheReadTokens ?? null,
    cacheWriteTokens: details.cacheWriteTokens ?? null,
  };
}

/** The SDK hands on what is no JSON as the string that it was. */
function inputOf(call: { input: unknown }): unknown {
  return typeof call.input === 'string' ? undefined : call.input;
}
