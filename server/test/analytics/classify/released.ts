import { openRanges } from '../../../src/analytics/classify/networks/file.ts';
import { openJudge } from '../../../src/analytics/classify/judge.ts';
import { releasedRules } from '../../../src/analytics/classify/rules/rules.ts';

/** The judge with the rules that the package contains. */
export const released = openJudge(releasedRules());

export const { verdictOf } = released;

/** The address ranges that come with the package. */
export const releasedRanges = openRanges();
