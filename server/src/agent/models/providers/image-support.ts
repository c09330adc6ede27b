import type { ImagePlace } from '../../model.ts';
import type { ProviderName } from './provider.ts';

/**
 * Whether models accept images, by the prefix of their names, as published by 2026-11-21. The longest prefix counts. A
 * compatible endpoint may run any model, so nothing is known about these.
 *
 * Sources: https://platform.claude.com/docs/en/build-with-claude/vision, https://developers.openai.com/api/docs/models,
 * https://ai.google.dev/gemini-api/docs/image-understanding.
 */
const published: Record<string, boolean> = {
  'anthropic/claude-': true,
  'anthropic/claude-2': false,
  'anthropic/claude-instant': false,
  'openai/gpt-4o': true,
  'openai/gpt-4.1': true,
  'openai/gpt-5': true,
  'openai/o1': true,
  'openai/o1-mini': false,
  'openai/o1-preview': false,
  'openai/o3': true,
  'openai/o3-mini': false,
  'openai/o4-mini': true,
  'google/gemini-': true,
  'google/gemini-1.0': false,
};

/** Whether a model is known to accept images. */
export function isKnownToAcceptImages(model: string): boolean {
  const [longest] = Object.keys(published)
    .filter((beginning) => model.startsWith(beginning))
    .sort((one, other) => other.length - one.length);
  return longest !== undefined && published[longest] === true;
}

/**
 * Chat completions, the API of compatible endpoints, accept only text from tools:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export const imagePlaces: Record<ProviderName, ImagePlace> = {
  anthropic: 'results',
  openai: 'results',
  google: 'results',
  compatible: 'messages',
};
