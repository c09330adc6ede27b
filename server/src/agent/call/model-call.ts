import type { JSONSchema7 } from '@ai-sdk/provider';
import { CopydeskError } from '@copydesk/contract';
import type { StepUsage } from '@copydesk/contract';
import { generateText, jsonSchema, tool as sdkTool } from 'ai';
import type { AssistantModelMessage, LanguageModelUsage, ModelMessage, ToolSet } from 'ai';
import { z } from 'zod';
import type { AgentModel } from '../model.ts';
import { toAcceptedAnswer } from './model-answer.ts';
import type { ModelCall, KeptAnswer } from './model-answer.ts';
import { contextTooLong, modelError } from './model-errors.ts';
import { withCollectedStream } from './model-stream.ts';
import { isNoApi } from '../models/providers/wire.ts';
import { storable } from './storable.ts';
import type { Tool } from '../tools/tool.ts';

/** One answer of a model. */
export interface ModelAnswer {
  /** The assistant's message as the conversation keeps it; undefined when there is nothing to keep. */
  message: AssistantModelMessage | undefined;
  text: string;
  calls: ModelCall[];
  finishReason: string;
  /** The provider's own name for the reason. */
  rawFinishReason?: string;
  usage: StepUsage;
  /** The model that answered, by the provider's name. */
  answeredBy: string;
}

/** One call of a model. */
export interface ModelQuestion {
  model: AgentModel;
  system: string;
  tools: ToolSet;
  messages: ModelMessage[];
  timeoutMilliseconds: number;
  signal: AbortSignal;
  now: () => Date;
  /** The job of the call: calls of one job share a cache when the provider has one. */
  jobId?: string;
  /**
   * Whether the model has answered this job before: then its address is right, and a reply that is not from an API may
   * be temporary.
   */
  hasAnswered?: boolean;
  /** Receives each piece of text immediately, for models that stream. It must not throw. */
  onText?: (delta: string) => void;
}

/**
 * Calls the model once.
 *
 * `generateText` gets no executable tool, so it makes one step and leaves the calls to this code. It knows how each
 * provider writes a conversation and an answer (reasoning, signatures, files), which `doGenerate` does not. It costs
 * about a quarter of a millisecond. Models that stream are wrapped by {@link withCollectedStream}. Retries are the job's task.
 * @throws CopydeskError as {@link modelError} describes; the signal's reason when it was aborted.
 */
export async function askModel(question: ModelQuestion): Promise<ModelAnswer> {
  const { model, messages, signal, jobId, onText = () => {} } = question;
  try {
    const answer = await generateText({
      model: model.streams ? withCollectedStream(model.model, onText) : model.model,
      instructions: question.system,
      tools: question.tools,
      messages,
      ...model.callSettings,
      providerOptions: model.providerOptions?.(jobId === undefined ? undefined : { id: jobId }),
      maxRetries: 0,
      timeout: question.timeoutMilliseconds,
      abortSignal: signal,
    });
    const { finishReason, rawFinishReason } = answer;
    if (windowEnds.has(rawFinishReason ?? '')) throw contextTooLong(model.name);
    const message = answer.responseMessages.find(({ role }) => role === 'assistant');
    const said = toAcceptedAnswer(message?.role === 'assistant' ? message : undefined, answer.toolCalls);
    return {
      ...withoutIncomplete(said, finishReason),
      text: storable(answer.text),
      finishReason,
      rawFinishReason,
      usage: usageOf(answer.usage),
      answeredBy: answer.response.modelId,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw mayPass(modelError(error, model, question.now), question.hasAnswered === true);
  }
}

/** A maintenance page, or a page of a proxy, in the middle of a job does not mean that its settings are wrong. */
function mayPass(error: CopydeskError, hasAnswered: boolean): CopydeskError {
  if (!hasAnswered || !isNoApi(error)) return error;
  return new CopydeskError('model_failed', `${error.message} It answered this job before, so the fault may pass.`, {
    cause: error,
  });
}

/**
 * Anthropic: the answer ended at the end of the context window. https://docs.claude.com/en/api/handling-stop-reasons
 */
const windowEnds = new Set(['model_context_window_exceeded']);

/**
 * Drops an answer that a filter stopped, with its calls: the provider did not mean it to be seen, and would refuse a
 * conversation that continues from it. In an answer that was too long, marks the call that was cut off.
 */
function withoutIncomplete(said: KeptAnswer, finishReason: string): KeptAnswer {
  if (finishReason === 'content-filter') return { message: undefined, calls: [] };
  if (finishReason !== 'length') return said;
  const calls = said.calls.map((call) => (call.input === undefined ? { ...call, isCut: true as const } : call));
  return { ...said, calls };
}

/** Returns the tools for the SDK: names, descriptions and schemas, with nothing to execute. Made once for each list. */
export function describeTools(tools: readonly Tool[]): ToolSet {
  const known = toolSets.get(tools);
  if (known !== undefined) return known;
  const made = Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      sdkTool({ description, inputSchema: jsonSchema(schemaOf(input)) }),
    ]),
  );
  toolSets.set(tools, made);
  return made;
}

const toolSets = new WeakMap<readonly Tool[], ToolSet>();

/** Returns an input's JSON schema without the parts that cost tokens and tell a model nothing. */
function schemaOf(input: z.ZodType): JSONSchema7 {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      // A model that exceeds a bound learns it from the tool's result, which costs tokens only then.
      for (const bound of ['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength'] as const) {
        delete part[bound];
      }
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
