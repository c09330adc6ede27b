import { neededByStructure } from './rules/ai-by-structure.ts';
import { people } from './rules/people.ts';
import type { Rule } from './rules/rule.ts';
import { namedRules, structuralRules } from './rules/rules.ts';

/** A rule matches whole words only: not within a longer word, a host name or the path of a link. */
const wordBegins = String.raw`(?<![\w.@/-])`;
/** After a letter neither a letter, a digit nor a dash may follow; after a digit or a slash whatever does. */
const wordEnds = String.raw`(?!(?<=[a-z_])[\w-])`;

/** The expression that finds a rule's pattern as a word of its own. */
export const wordOf = (pattern: string): string => `${wordBegins}(?:${pattern})${wordEnds}`;

interface Matcher {
  any: RegExp;
  each: readonly RegExp[];
}

let compiled: { named: Matcher; structural: Matcher; people: Matcher } | undefined;

/** The rule that decides a user agent by a name in it: the first that matches. */
export function ruleOf(userAgent: string): Rule | undefined {
  const place = firstMatch(matchers().named, userAgent);
  return place === undefined ? undefined : namedRules[place];
}

/** The rule on programs that say in another way than by a known name that they read for AI. */
export function structuralRuleOf(userAgent: string): Rule | undefined {
  const place = firstMatch(matchers().structural, userAgent);
  return place === undefined ? undefined : structuralRules[place];
}

/** The exception for people that a user agent falls under. */
export function personRuleOf(userAgent: string): (typeof people)[number] | undefined {
  const place = firstMatch(matchers().people, userAgent);
  return place === undefined ? undefined : people[place];
}

/** One expression for all rules keeps people cheap, who match none; which it was is asked only after a match. */
function firstMatch({ any, each }: Matcher, userAgent: string): number | undefined {
  if (!any.test(userAgent)) return undefined;
  const place = each.findIndex((expression) => expression.test(userAgent));
  return place === -1 ? undefined : place;
}

/** Compiled with the first view: a process that classifies nothing need not wait for it. */
function matchers(): NonNullable<typeof compiled> {
  compiled ??= {
    named: wordMatcher(namedRules),
    structural: wordMatcher(structuralRules, neededByStructure),
    people: matcherOf(people.map(({ pattern }) => pattern)),
  };
  return compiled;
}

function wordMatcher(rules: readonly Rule[], needed?: readonly string[]): Matcher {
  const patterns = rules.map(({ pattern }) => pattern);
  return matcherOf(patterns.map(wordOf), needed ?? patterns);
}

function matcherOf(expressions: string[], alternatives?: readonly string[]): Matcher {
  return {
    any: new RegExp(alternatives === undefined ? expressions.join('|') : wordOf(alternatives.join('|')), 'i'),
    each: expressions.map((expression) => new RegExp(expression, 'i')),
  };
}
