import { openMatch } from './match.ts';
import type { Evidence, Verdict } from './reader.ts';
import type { Rule } from './rules/rule.ts';
import type { Rules } from './rules/rules.ts';
import { openUserAgents } from './user-agent.ts';
import type { JudgedUserAgent } from './user-agent.ts';
import { decide } from './verdict.ts';

/** Rules, ready to judge by. */
export interface Judge {
  /** The version of the rules, which is stored with whom they judged. */
  rules: string;
  known: Rules;
  /** What a view counts as: a pure function, so that stored evidence can be judged anew. */
  verdictOf: (evidence: Evidence) => Verdict;
  userAgent: (userAgent: string) => JudgedUserAgent;
  /** The rule that a user agent falls under by a name in it. */
  named: (userAgent: string) => Rule | undefined;
  /** What a project's own rules say of it, where there are some. */
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
