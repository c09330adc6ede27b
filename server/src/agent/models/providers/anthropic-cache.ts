import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

/**
 * Marks the end of the system prompt for Anthropic's cache, besides the mark at the top of each call: a job's first call
 * then reads instructions and tools from what the job before it has left there. It stands at the same place in every
 * call, so that what calls begin with stays the same.
 */
export function withSystemCached(model: LanguageModelV4): LanguageModelV4 {
  const { provider, modelId, supportedUrls } = model;
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(marked(options)),
    doStream: (options) => model.doStream(marked(options)),
  };
}

function marked(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const prompt = options.prompt.map((message) =>
    message.role === 'system'
      ? { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
      : message,
  );
  // An answer of a step is a few edits. Older models count what an answer may take against their window.
  return { ...options, prompt, maxOutputTokens: options.maxOutputTokens ?? 32_000 };
}
