import { openJudge } from '../judge.ts';
import { releasedRules } from '../rules/rules.ts';
import type { Rules } from '../rules/rules.ts';
import { isBareWord } from './bare-word.ts';
import { browserUserAgents } from './browsers.ts';
import { alternativesOf, objectionToPattern } from './pattern-shape.ts';
import { rulesRefused } from './signed-rules.ts';

/**
 * Checks what rules must fulfil, by whomever they are signed: no user agent makes a pattern slow, no pattern is a bare word
 * that the release does not have, and none counts a person's browser as a program.
 *
 * @throws CopydeskError `reader_rules_refused` that names the rule
 */
export function requireFitRules(rules: Rules): void {
  for (const { id, pattern } of rules.named) {
    const objection = objectionToPattern(pattern);
    if (objection !== undefined) throw rulesRefused(`The pattern of "${id}" ${objection}: ${pattern}`);
  }
  requireNoBareWords(rules);
  const ids = [...rules.named, ...rules.accepts, ...rules.signers].map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) throw rulesRefused(`Two rules have the id "${twice}".`);
  requirePeople(rules);
}

function requireNoBareWords({ named }: Rules): void {
  const released = new Set(releasedRules().named.map(({ pattern }) => pattern));
  for (const { id, pattern } of named) {
    if (released.has(pattern)) continue;
    const bare = alternativesOf(pattern).find(isBareWord);
    if (bare !== undefined)
      throw rulesRefused(`The rule "${id}" finds the bare word "${bare}", which any user agent may contain.`);
  }
}

function requirePeople(rules: Rules): void {
  const judge = openJudge(rules);
  for (const userAgent of browserUserAgents()) {
    const verdict = judge.verdictOf({ userAgent });
    if (verdict.class === 'human') continue;
    throw rulesRefused(`The rule "${verdict.rule}" counts a person’s browser as ${verdict.class}: ${userAgent}`);
  }
}
