import { z } from 'zod';

/** The rules of how well AI readers can read the docs. All of them are warnings, and each can be switched off. */
export const readabilityRules = [
  'page-size',
  'page-data',
  'code-language',
  'code-unclosed',
  'heading-repeated',
  'link-words',
  'image-words',
  'index-missing',
  'index-lacks-page',
  'index-unknown-page',
  'index-size',
  'twins-missing',
] as const;

export const ReadabilityRule = z.enum(readabilityRules).meta({ id: 'ReadabilityRule' });

export type ReadabilityRule = z.infer<typeof ReadabilityRule>;
