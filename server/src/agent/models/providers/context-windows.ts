/**
 * How many tokens a call may hold together with its answer, by the beginnings of models' names, as published by
 * 2026-11-21. The longest beginning counts. A model that is missing is not known: it is asked until it says that the
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

/** The windows that an operator has told, by the whole name of the model. */
export type ToldWindows = ReadonlyMap<string, number>;

/** The window of a model: what the operator says, or what is published; undefined when neither is known. */
export function contextWindow(model: string, told: ToldWindows): number | undefined {
  const [longest] = Object.keys(publishedWindows)
    .filter((beginning) => model.startsWith(beginning))
    .sort((one, other) => other.length - one.length);
  return told.get(model) ?? (longest === undefined ? undefined : publishedWindows[longest]);
}

/** What the windows of an operator have to look like, to be said of those that do not. */
export const windowForm = 'must be provider/model=tokens, by commas, such as compatible/llama3=32768';

/** Reads the windows of an operator, one an entry; undefined when one of them is none. */
export function readWindows(entries: readonly string[]): ToldWindows | undefined {
  const windows = new Map<string, number>();
  for (const entry of entries) {
    const [, model, tokens] = /^([a-z][a-z0-9-]*\/[^\s,=]+)=([1-9]\d{2,8})$/.exec(entry) ?? [];
    if (model === undefined) return undefined;
    windows.set(model, Number(tokens));
  }
  return windows;
}
