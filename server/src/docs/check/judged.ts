import type { Finding } from '../rules.ts';
import type { OtherNotJudged, Subject } from './tally.ts';

/** What a check found, and what it could not judge. */
export interface Judged {
  findings: Finding[];
  notJudged: OtherNotJudged[];
}

export const nothingJudged: Judged = { findings: [], notJudged: [] };

/**
 * Returns a result for things that could not be judged.
 *
 * @param because the end of "… because …".
 * @param example one of them, as `path target` or as a path.
 */
export function unjudged(what: Subject, because: string, example: string, count = 1): Judged {
  return { findings: [], notJudged: [{ what, because, count, example }] };
}

export function asJudged(...findings: Finding[]): Judged {
  return { findings, notJudged: [] };
}

/** Joins results: all findings, and the counts of equal reasons added up. */
export function joinJudged(parts: Judged[]): Judged {
  const reasons = new Map<string, OtherNotJudged>();
  for (const reason of parts.flatMap(({ notJudged }) => notJudged)) {
    const key = `${reason.what} ${reason.because}`;
    const known = reasons.get(key);
    reasons.set(key, known ? { ...known, count: known.count + reason.count } : reason);
  }
  return { findings: parts.flatMap(({ findings }) => findings), notJudged: [...reasons.values()] };
}
