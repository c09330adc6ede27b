import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';

/** What a scripted model answers to one call. An `error` is thrown. */
export type ScriptedStep =
  | {
      text?: string;
      calls?: ScriptedCall[];
      finishReason?: LanguageModelV4GenerateResult['finishReason']['unified'];
      /** The tokens of its usage, if they are others. */
      tokens?: { input: number; output: number };
    }
  | { error: unknown };

/** A tool call; a string `input` is passed unchanged, so that a test can try broken JSON. */
export interface ScriptedCall {
  tool: string;
  input: unknown;
}

/** A list of steps in order, or a function of the call's index (from 0) and of the model's input. */
export type Script =
  | ScriptedStep[]
  | ((call: number, options: LanguageModelV4CallOptions) => ScriptedStep | Promise<ScriptedStep>);

/** A model without a network that answers by a script; `calls` contains its input of each call. */
export interface ScriptedModel extends LanguageModelV4 {
  readonly calls: LanguageModelV4CallOptions[];
}

/**
 * A deterministic model for tests and benches. After the end of a list it answers `done`.
 * Call ids are `call-<call>-<index>`, usage is 10 tokens in and 5 out if a step says nothing else.
 */
export function scriptedModel(script: Script): ScriptedModel {
  const calls: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    calls,
    async doGenerate(options) {
      const call = calls.push(options) - 1;
      const step = await (Array.isArray(script) ? (script[call] ?? { text: 'done' }) : script(call, options));
      if ('error' in step) throw step.error;
      return answer(step, call);
    },
    doStream: () => Promise.reject(new Error('The scripted model does not stream.')),
  };
}

function answer(step: Exclude<ScriptedStep, { error: unknown }>, call: number): LanguageModelV4GenerateResult {
  const content: LanguageModelV4Content[] = [];
  if (step.text !== undefined) content.push({ type: 'text', text: step.text });
  for (const [index, { tool, input }] of (step.calls ?? []).entries()) {
    const json = typeof input === 'string' ? input : JSON.stringify(input);
    content.push({ type: 'tool-call', toolCallId: `call-${call}-${index}`, toolName: tool, input: json });
  }
  const { input, output } = step.tokens ?? { input: 10, output: 5 };
  const reason = step.finishReason ?? ((step.calls ?? []).length > 0 ? 'tool-calls' : 'stop');
  return {
    content,
    finishReason: { unified: reason, raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    },
    warnings: [],
  };
}
