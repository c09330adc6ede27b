import { openJudge } from '../../../src/analytics/classify/judge.ts';
import { releasedRules } from '../../../src/analytics/classify/rules/rules.ts';

/** What judges by the rules that come with the package. */
export const released = openJudge(releasedRules());

export const { verdictOf } = released;
