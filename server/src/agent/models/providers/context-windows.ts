/**
 * How many tokens a call may have together with its answer, by the prefix of the model's name, as published by
 * 2026-11-21. The longest prefix counts. For a missing model the window is unknown: it is called until it says that the
 * conversation is too long.
 *
 * Sources: https://platform.claude.com/docs/en/models, https://developers.openai.com/api/docs/models,
 * https://ai.google.dev/gemini-api/docs/models.
 */
const publishedWindows: Record<string, number> = {
  'anthropic/claude-': 200_000,
  'anthropic/claude-fable-5': 1_000_000,
  'anthropic/claude-opus-5': 1_000_000,
  'anthropic/claude-opus-4-8': 1_000_000,
  'anthropic/claude-opus-4-7': 1_000_000,
  'anthropic/claude-opus-4-6': 1_000_000,
  'anthropic/claude-sonnet-5': 1_000_000,
  'anthropic/claude-haiku-5-5': 1_000_000,
  'anthropic/claude-sonnet-4-6': 1_000_000,
  'openai/gpt-5': 400_000,
  'openai/gpt-5.4': 1_050_000,
  'openai/gpt-5.4-mini': 400_000,
  'openai/gpt-5.4-nano': 400_000,
  'openai/gpt-4.1': 1_047_576,
  'openai/gpt-4o': 128_000,
  'openai/o3': 200_000,
  'openai/o4-mini': 200_000,
  'google/gemini-2.5-': 1_048_576,
  'google/gemini-3': 1_048_576,
};

/** The windows that an operator set, by the whole name of the model. */
export type OperatorWindows = ReadonlyMap<string, number>;

/** Returns the window of a model: the operator's, or the published one; undefined when neither is known. */
export function contextWindow(model: string, operatorWindows: OperatorWindows): number | undefined {
  const [longest] = Object.keys(publishedWindows)
    .filter((beginning) => model.startsWith(beginning))
    .sort((one, other) => other.length - one.length);
  return operatorWindows.get(model) ?? (longest === undefined ? undefined : publishedWindows[longest]);
}

/** The required form of an operator's windows, for the message about invalid ones. */
export const windowForm = 'must be provider/model=tokens, separated by commas, such as compatible/llama3=32768';

/** Reads an operator's windows, one for each entry; undefined when an entry is invalid. */
export function readWindows(entries: readonly string[]): OperatorWindows | undefined {
  const windows = new Map<string, number>();
  for (const entry of entries) {
    const [, model, tokens] = /^([a-z][a-z0-9-]*\/[^\s,=]+)=([1-9]\d{2,8})$/.exec(entry) ?? [];
    if (model === undefined) return undefined;
    windows.set(model, Number(tokens));
  }
  return windows;
}
