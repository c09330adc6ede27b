import type { Finding } from '../rules.ts';

/** What a check found, and how much it could not tell. */
export interface Judged {
  findings: Finding[];
  notJudged: NotJudged[];
}

/** Things that were looked at and could not be judged; `reason` is the end of "… because …". */
export interface NotJudged {
  reason: string;
  count: number;
}

export const nothingJudged: Judged = { findings: [], notJudged: [] };

export function unjudged(reason: string, count = 1): Judged {
  return { findings: [], notJudged: [{ reason, count }] };
}

export function found(...findings: Finding[]): Judged {
  return { findings, notJudged: [] };
}

/** All findings, and the counts of equal reasons added up. */
export function joinJudged(parts: Judged[]): Judged {
  const counts = new Map<string, number>();
  for (const { reason, count } of parts.flatMap(({ notJudged }) => notJudged)) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return {
    findings: parts.flatMap(({ findings }) => findings),
    notJudged: [...counts].map(([reason, count]) => ({ reason, count })),
  };
}
