import { expect, test } from 'vitest';
import { isKnownToAcceptImages } from '../../../../src/agent/models/providers/image-support.ts';

test.each([
  'anthropic/claude-sonnet-5-5',
  'anthropic/claude-3-5-haiku-latest',
  'openai/gpt-4o-mini',
  'openai/gpt-5.4-nano',
  'openai/o3',
  'openai/o4-mini',
  'google/gemini-2.5-flash',
  'google/gemini-3-pro-preview',
])('%s has image input', (name) => {
  expect(isKnownToAcceptImages(name)).toBe(true);
});

test.each([
  'anthropic/claude-2.1',
  'openai/o3-mini',
  'openai/gpt-4',
  'openai/gpt-3.5-turbo',
  'google/gemma-3-1b',
  'compatible/llava',
  'builtin/copyeditor',
])('%s is not known to have image input', (name) => {
  expect(isKnownToAcceptImages(name)).toBe(false);
});
