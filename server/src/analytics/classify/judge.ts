import { openMatch } from './match.ts';
import type { Evidence, Verdict } from './reader.ts';
import type { Rule } from './rules/rule.ts';
import type { Rules } from './rules/rules.ts';
import { openUserAgents } from './user-agent.ts';
import type { JudgedUserAgent } from './user-agent.ts';
import { decide } from './verdict.ts';

/** Compiled rules that give verdicts. */
export interface Judge {
  /** The version of the rules, which is stored with each reader that they classified. */
  rules: string;
  known: Rules;
  /** Returns what a view counts as. It is a pure function, so that stored evidence can be classified again. */
  verdictOf: (evidence: Evidence) => Verdict;
  userAgent: (userAgent: string) => JudgedUserAgent;
  /** Returns the rule that matches a user agent by a name in it. */
  named: (userAgent: string) => Rule | undefined;
  /** Returns the verdict of a project's own rules, if it has some. */
  own?: (userAgent: string) => Verdict | undefined;
}

export function openJudge(rules: Rules): Judge {
  const match = openMatch(rules);
  const userAgent = openUserAgents(match);
  return {
    rules: rules.version,
    known: rules,
    verdictOf: (evidence) => decide(evidence, userAgent(evidence.userAgent), rules),
    userAgent,
    named: match.named,
  };
}
