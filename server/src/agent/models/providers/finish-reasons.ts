import type { LanguageModelV4, LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';

/**
 * Takes the reasons that compatible servers give of their own, such as `eos` or `end_turn`, for what they mean: the
 * answer is complete. A server that was cut off gives no reason at all.
 */
export function withPlainStops(model: LanguageModelV4): LanguageModelV4 {
  return withReasons(model, ({ unified, raw }, { called }) => {
    if (unified !== 'other' || raw === undefined || isFilter(raw)) return unified;
    return called ? 'tool-calls' : 'stop';
  });
}

/**
 * Believes the state of OpenAI's response rather than the name of the event that brings it: gateways send
 * `response.completed` for responses that are not.
 */
export function withResponseState(model: LanguageModelV4): LanguageModelV4 {
  return withReasons(model, ({ unified }, { state }) => {
    if (unified !== 'stop' && unified !== 'tool-calls') return unified;
    if (state === 'incomplete') return 'length';
    return state === 'failed' || state === 'cancelled' ? 'error' : unified;
  });
}

/** Takes the names that other providers have for a filter, as gateways hand them on, for the same. */
export function withFilters(model: LanguageModelV4): LanguageModelV4 {
  return withReasons(model, ({ unified, raw }) => (isFilter(raw ?? '') ? 'content-filter' : unified));
}

function isFilter(raw: string): boolean {
  return /^(content[-_]?filter(ed)?|refusal|safety)$/i.test(raw);
}

/** What came before the end of an answer. */
interface Before {
  called: boolean;
  /** The last state of the response that an event told. */
  state: string | undefined;
}

function withReasons(
  model: LanguageModelV4,
  judge: (reason: LanguageModelV4FinishReason, before: Before) => LanguageModelV4FinishReason['unified'],
): LanguageModelV4 {
  const { provider, modelId, supportedUrls } = model;
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const answer = await model.doStream({ ...options, includeRawChunks: true });
      const before: Before = { called: false, state: undefined };
      const judged = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          if (part.type === 'raw') {
            before.state = State.safeParse(part.rawValue).data?.response.status ?? before.state;
            return;
          }
          before.called ||= part.type === 'tool-call';
          controller.enqueue(
            part.type === 'finish'
              ? { ...part, finishReason: rejudged(part.finishReason, judge(part.finishReason, before), before) }
              : part,
          );
        },
      });
      return { ...answer, stream: answer.stream.pipeThrough(judged) };
    },
  };
}

const State = z.object({ response: z.object({ status: z.string() }) });

/** A reason that was found here is one that the provider gave. */
function rejudged(
  reason: LanguageModelV4FinishReason,
  unified: LanguageModelV4FinishReason['unified'],
  { state }: Before,
): LanguageModelV4FinishReason {
  return unified === reason.unified ? reason : { unified, raw: reason.raw ?? state };
}
