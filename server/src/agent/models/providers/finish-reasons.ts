import type { LanguageModelV4, LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';

/**
 * Maps the finish reasons that compatible servers invent, such as `eos` or `end_turn`, to their meaning: the answer is
 * complete. A server whose answer was cut off gives no reason at all.
 */
export function withPlainStops(model: LanguageModelV4): LanguageModelV4 {
  return withReasons(model, ({ unified, raw }, { called }) => {
    if (unified !== 'other' || raw === undefined || isFilter(raw)) return unified;
    return called ? 'tool-calls' : 'stop';
  });
}

/**
 * Trusts the state of OpenAI's response rather than the name of the event that contains it: gateways send
 * `response.completed` for incomplete responses.
 */
export function withResponseState(model: LanguageModelV4): LanguageModelV4 {
  return withReasons(model, ({ unified }, { state }) => {
    if (unified !== 'stop' && unified !== 'tool-calls') return unified;
    if (state === 'incomplete') return 'length';
    return state === 'failed' || state === 'cancelled' ? 'error' : unified;
  });
}

/** Maps the names that other providers use for a filter, and that gateways pass on, to `content-filter`. */
export function withFilters(model: LanguageModelV4): LanguageModelV4 {
  return withReasons(model, ({ unified, raw }) => (isFilter(raw ?? '') ? 'content-filter' : unified));
}

function isFilter(raw: string): boolean {
  return /^(content[-_]?filter(ed)?|refusal|safety)$/i.test(raw);
}

/** What preceded the end of an answer. */
interface Before {
  called: boolean;
  /** The last state of the response that an event reported. */
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
              ? { ...part, finishReason: withReason(part.finishReason, judge(part.finishReason, before), before) }
              : part,
          );
        },
      });
      return { ...answer, stream: answer.stream.pipeThrough(judged) };
    },
  };
}

const State = z.object({ response: z.object({ status: z.string() }) });

/** Sets the raw reason too when it was missing, because a reason found here counts as given by the provider. */
function withReason(
  reason: LanguageModelV4FinishReason,
  unified: LanguageModelV4FinishReason['unified'],
  { state }: Before,
): LanguageModelV4FinishReason {
  return unified === reason.unified ? reason : { unified, raw: reason.raw ?? state };
}
