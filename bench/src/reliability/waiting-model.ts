import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { instantModel, pageOf } from '../support/instant-model.ts';

/** A call of the model: the page of the job, how many tool results it got, and when. */
export interface ModelCall {
  page: number;
  answered: number;
  /** By the machine's monotonic clock, which all processes share. */
  at: number;
}

/** A model that reports each call, and holds its answers back until it may give them. */
export interface WaitingModel {
  model: LanguageModelV4;
  /** From now on answers every call at once, including the waiting ones. */
  answer: () => void;
}

/** The bench's instant model, behind a gate. */
export function waitingModel(onCall: (call: ModelCall) => void): WaitingModel {
  const gate = Promise.withResolvers<void>();
  const instant = instantModel(() => {});
  const called = async (options: LanguageModelV4CallOptions): Promise<void> => {
    const answered = options.prompt.filter((message) => message.role === 'tool').length;
    onCall({ page: pageOf(options).number, answered, at: monotonicMilliseconds() });
    await Promise.race([gate.promise, aborted(options.abortSignal)]);
    options.abortSignal?.throwIfAborted();
  };
  return {
    answer: gate.resolve,
    model: {
      specificationVersion: 'v4',
      provider: 'bench',
      modelId: 'waiting',
      supportedUrls: {},
      async doGenerate(options) {
        await called(options);
        return await instant.doGenerate(options);
      },
      async doStream(options) {
        await called(options);
        return await instant.doStream(options);
      },
    },
  };
}

/** Milliseconds since a fixed time, the same for all processes of a machine. */
export function monotonicMilliseconds(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
