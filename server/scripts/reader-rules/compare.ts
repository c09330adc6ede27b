import type { Judge } from '../../src/analytics/classify/judge.ts';
import { rulesOf } from '../../src/analytics/classify/rules/rule.ts';
import type { Rule, RuleGroup } from '../../src/analytics/classify/rules/rule.ts';
import { isBareWord } from '../../src/analytics/classify/refresh/bare-word.ts';
import { wordOf } from '../../src/analytics/classify/match.ts';
import type { List, ListedAgent } from './list.ts';

/** How a list differs from the rules. People decide on each difference. */
export interface Difference {
  /** Agents that the rules count as programs of unknown purpose, or by structure: the groups to add. */
  missing: RuleGroup[];
  /** Agents that a named rule counts as other bots, with the rule's id. */
  contested: { agent: string; rule: string }[];
  /** Agents for which no rule may be made. */
  refused: { agent: string; why: string }[];
  /** Rules that are based on this list, which no longer contains them. */
  gone: Rule[];
}

/**
 * Compares a list with the rules.
 *
 * @param date the day of the list, as `2026-11-23`
 * @param people user agents of people, none of which a rule may match
 */
export function compareList(
  list: List,
  { judge, date, people }: { judge: Judge; date: string; people: readonly string[] },
): Difference {
  const difference: Difference = { missing: [], contested: [], refused: [], gone: goneFrom(list, judge) };
  for (const listed of list.entries) {
    const rules = new Map(listed.examples.map((userAgent) => [userAgent, decidedBy(userAgent, judge)]));
    const undecided = listed.examples.filter((userAgent) => rules.get(userAgent) === undefined);
    const bot = [...rules.values()].find((rule) => rule?.class === 'bot');
    if (bot !== undefined) difference.contested.push({ agent: listed.agent, rule: bot.id });
    else if (undecided.length > 0) propose(difference, { ...listed, examples: undecided }, { list, date, people });
  }
  return difference;
}

/** Returns the named rule that decides on a user agent, if any. */
function decidedBy(userAgent: string, { verdictOf, known }: Judge): Rule | undefined {
  const { rule } = verdictOf({ userAgent });
  return known.named.find(({ id }) => id === rule);
}

function propose(
  difference: Difference,
  { agent, operator, purpose, examples }: ListedAgent,
  { list, date, people }: { list: List; date: string; people: readonly string[] },
): void {
  const [example = agent] = examples;
  const group: RuleGroup = { operator, source: list.source, date, rules: [{ agent, purpose, example }] };
  const why = objectionTo(agent, rulesOf(group), people);
  if (why === undefined) difference.missing.push(group);
  else difference.refused.push({ agent, why });
}

function objectionTo(agent: string, rules: Rule[], people: readonly string[]): string | undefined {
  if (isBareWord(agent)) return 'a bare word, which may stand in anybody’s user agent';
  const matcher = new RegExp(rules.map(({ pattern }) => wordOf(pattern)).join('|'), 'i');
  const person = people.find((userAgent) => matcher.test(userAgent));
  if (person !== undefined) return `it is in a person’s: ${person}`;
  return rules.some(({ example }) => !matcher.test(example))
    ? 'its name is not in its user agent as a word'
    : undefined;
}

function goneFrom({ source, entries }: List, { known }: Judge): Rule[] {
  const matches = (rule: Rule) => {
    const matcher = new RegExp(wordOf(rule.pattern), 'i');
    return entries.some(({ agent, examples }) => [agent, ...examples].some((text) => matcher.test(text)));
  };
  return known.named.filter((rule) => rule.class === 'ai' && rule.source === source && !matches(rule));
}
