import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

/**
 * Marks the end of the system prompt for Anthropic's cache, besides the mark at the top of each call: a job's first
 * call then reads instructions and tools that the previous job has cached. The mark is at the same place in every call,
 * so that the beginning of all calls stays the same.
 */
export function withSystemCached(model: LanguageModelV4): LanguageModelV4 {
  const { provider, modelId, supportedUrls } = model;
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(withCacheMarks(options, modelId)),
    doStream: (options) => model.doStream(withCacheMarks(options, modelId)),
  };
}

function withCacheMarks(options: LanguageModelV4CallOptions, modelId: string): LanguageModelV4CallOptions {
  const prompt = options.prompt.map((message) =>
    message.role === 'system'
      ? { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
      : message,
  );
  return { ...options, prompt, maxOutputTokens: options.maxOutputTokens ?? longestAnswer(modelId) };
}

/**
 * Returns the longest answer, which Anthropic requires in each call. An answer of one step is a few edits. Models
 * before Claude 4.5 count the allowed answer against their window; those before Claude 4 refuse more than they can
 * write (https://platform.claude.com/docs/en/models, 2026-11-21).
 */
function longestAnswer(modelId: string): number {
  if (/claude-3-[57]-/.test(modelId)) return 8_192;
  return /claude-(3-|2|instant)/.test(modelId) ? 4_096 : 32_000;
}
