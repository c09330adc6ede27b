import type { CheckCoverage } from '@copydesk/contract';
import type { FoundSite } from './project/found-site.ts';

/** The result of checking a project's docs at a commit. */
export interface ProjectCheck {
  ref: string;
  commit: string;
  site: Omit<FoundSite, 'leftAlone'>;
  problems: CheckedProblem[];
  coverage: CheckCoverage;
}

export interface CheckedProblem {
  rule: string;
  severity: 'error' | 'warning';
  path: string;
  /** Counted from 1. */
  line: number;
  message: string;
  /** The faulty text in the file, if any. */
  subject?: string;
  /** What would fix the problem, when there is exactly one sensible way. */
  suggestion?: string;
}
