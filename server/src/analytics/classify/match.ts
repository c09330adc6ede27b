import { aiByStructure, neededByStructure } from './rules/ai-by-structure.ts';
import { people } from './rules/people.ts';
import { rulesOf } from './rules/rule.ts';
import type { Rule } from './rules/rule.ts';
import type { Rules } from './rules/rules.ts';

/** A rule matches whole words only: not within a longer word, a host name or the path of a link. */
const wordBegins = String.raw`(?<![\w.@/-])`;
/** After a letter neither a letter, a digit nor a dash may follow; after a digit or a slash whatever does. */
const wordEnds = String.raw`(?!(?<=[a-z_])[\w-])`;

/** The expression that finds a rule's pattern as a word of its own. */
export const wordOf = (pattern: string): string => `${wordBegins}(?:${pattern})${wordEnds}`;

/** Finds the rule that a user agent falls under. */
export interface Match {
  /** The rule that decides it by a name in it: the first that matches. */
  named: (userAgent: string) => Rule | undefined;
  /** The rule on programs that say in another way than by a known name that they read for AI. */
  structural: (userAgent: string) => Rule | undefined;
  /** The exception for people that it falls under. */
  person: (userAgent: string) => { id: string } | undefined;
}

/** Compiled with the first user agent: a process that classifies nothing need not wait for it. */
export function openMatch(rules: Rules): Match {
  const structural = aiByStructure(rules.companyHosts).flatMap(rulesOf);
  return {
    named: firstOf(rules.named, () => wordMatcher(patternsOf(rules.named))),
    structural: firstOf(structural, () => wordMatcher(patternsOf(structural), neededByStructure(rules.companyHosts))),
    person: firstOf(people, () => matcherOf(patternsOf(people))),
  };
}

interface Matcher {
  any: RegExp;
  each: readonly RegExp[];
}

/** One expression for all rules keeps people cheap, who match none; which it was is asked only after a match. */
function firstOf<R>(rules: readonly R[], compile: () => Matcher): (userAgent: string) => R | undefined {
  let compiled: Matcher | undefined;
  return (userAgent) => {
    compiled ??= compile();
    if (!compiled.any.test(userAgent)) return undefined;
    const place = compiled.each.findIndex((expression) => expression.test(userAgent));
    return place === -1 ? undefined : rules[place];
  };
}

const patternsOf = (rules: readonly { pattern: string }[]): string[] => rules.map(({ pattern }) => pattern);

function wordMatcher(patterns: string[], needed = patterns): Matcher {
  return matcherOf(patterns.map(wordOf), wordOf(needed.join('|')));
}

function matcherOf(expressions: string[], any = expressions.join('|')): Matcher {
  return { any: new RegExp(any, 'i'), each: expressions.map((expression) => new RegExp(expression, 'i')) };
}
