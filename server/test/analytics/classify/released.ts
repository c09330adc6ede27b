import { openJudge } from '../../../src/analytics/classify/judge.ts';
import { releasedRules } from '../../../src/analytics/classify/rules/rules.ts';

/** The judge with the rules that the package contains. */
export const released = openJudge(releasedRules());

export const { verdictOf } = released;
