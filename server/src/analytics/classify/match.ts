import { people } from './rules/people.ts';
import type { Rule } from './rules/rule.ts';
import { rules } from './rules/rules.ts';

/** A rule matches whole words only: not within a longer word, a host name or the path of a link. */
const wordBegins = String.raw`(?<![\w.@/-])`;
/** After a letter neither a letter, a digit nor a dash may follow; after a digit or a slash whatever does. */
const wordEnds = String.raw`(?!(?<=[a-z_])[\w-])`;

const wordOf = (pattern: string): string => `${wordBegins}(?:${pattern})${wordEnds}`;

interface Matcher {
  any: RegExp;
  each: readonly RegExp[];
}

let compiled: { rules: Matcher; people: Matcher } | undefined;

/** The rule that decides a user agent: the first that matches. */
export function ruleOf(userAgent: string): Rule | undefined {
  const place = firstMatch(matchers().rules, userAgent);
  return place === undefined ? undefined : rules[place];
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
function matchers(): { rules: Matcher; people: Matcher } {
  compiled ??= {
    rules: matcherOf(
      rules.map(({ pattern }) => wordOf(pattern)),
      rules.map(({ pattern }) => pattern),
    ),
    people: matcherOf(people.map(({ pattern }) => pattern)),
  };
  return compiled;
}

function matcherOf(expressions: string[], alternatives?: string[]): Matcher {
  return {
    any: new RegExp(alternatives === undefined ? expressions.join('|') : wordOf(alternatives.join('|')), 'i'),
    each: expressions.map((expression) => new RegExp(expression, 'i')),
  };
}
