import { aiByStructure, neededByStructure } from './rules/ai-by-structure.ts';
import { people } from './rules/people.ts';
import { rulesOf } from './rules/rule.ts';
import type { Rule } from './rules/rule.ts';
import type { Rules } from './rules/rules.ts';

/** A rule matches whole words only: not within a longer word, a host name or the path of a link. */
const wordBegins = String.raw`(?<![\w.@/-])`;
/** After a letter, no letter, digit or dash may follow; after a digit or a slash, anything may. */
const wordEnds = String.raw`(?!(?<=[a-z_])[\w-])`;

/** Returns the expression that finds a rule's pattern as a whole word. */
export const wordOf = (pattern: string): string => `${wordBegins}(?:${pattern})${wordEnds}`;

/** Finds the rule that applies to a user agent. */
export interface Match {
  /** Returns the first rule whose name is in the user agent. */
  named: (userAgent: string) => Rule | undefined;
  /** Returns the rule for programs that show in another way than by a known name that they read for AI. */
  structural: (userAgent: string) => Rule | undefined;
  /** Returns the exception for people that applies to it. */
  person: (userAgent: string) => { id: string } | undefined;
}

/** Compiles with the first user agent: a process that classifies nothing does not wait for it. */
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

/**
 * Returns a function that finds the first matching rule. One expression for all rules keeps it cheap for people, who
 * match none; which rule matched is checked only after a match.
 */
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
