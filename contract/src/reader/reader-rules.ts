import { z } from 'zod';
import { UserAgentPattern } from './reader-patterns.ts';
import { Purpose } from './views.ts';

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs};]*$/u, 'must be one line without control characters and semicolons')
  .regex(/[\p{L}\p{N}]/u, 'must have a letter or digit');

const optionalName = Name.nullable().default(null);

/** A project's own rule on readers. It is applied before all built-in ones. */
export const ReaderRule = z
  .object({
    name: Name.describe('The name of the rule; also the agent, if the rule names none'),
    pattern: UserAgentPattern.regex(/^[^;]*$/, 'may have no semicolon').describe(
      'A text that is a word of its own in the user agent; upper and lower case are the same; `*` matches any text',
    ),
    class: z.enum(['human', 'ai', 'bot']),
    agent: optionalName,
    operator: optionalName,
    purpose: Purpose.nullable().default(null).describe('What AI reads for; `other` when null'),
  })
  .refine(({ class: kind, agent, operator, purpose }) => kind === 'ai' || (agent ?? operator ?? purpose) === null, {
    message: 'is only for rules of the class ai: agent, operator and purpose',
    path: ['class'],
  })
  .meta({ id: 'ReaderRule' });

export type ReaderRule = z.infer<typeof ReaderRule>;

/** Up to a hundred rules. The first that matches decides. Each has a different id. */
export const ReaderRules = z
  .array(ReaderRule)
  .max(100)
  .refine((rules) => new Set(rules.map(readerRuleId)).size === rules.length, 'must each have a different name');

/** Returns the id under which a project's rule is stored: `Docs checker` → `own-docs-checker`. */
export function readerRuleId({ name }: Pick<ReaderRule, 'name'>): string {
  return `own-${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}`;
}

/**
 * Reads a rule as people write it, for the schema to check: `name=Docs checker; pattern=acme-probe; class=bot`. A part
 * that is not a pair is kept under the name `?`.
 */
export function readReaderRule(text: string): Record<string, string> {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '?', value = part] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? [];
      return [name, value.trim()];
    }),
  );
}

/** Formats a rule as people write it. */
export function writeReaderRule(rule: ReaderRule): string {
  const fields = ['name', 'pattern', 'class', 'agent', 'operator', 'purpose'] as const;
  return fields.flatMap((field) => (rule[field] === null ? [] : `${field}=${rule[field]}`)).join('; ');
}
