import type { CheckCoverage } from '@copydesk/contract';
import type { FoundSite } from './found-site.ts';

/** The docs of a project as they stand at a commit. */
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
  /** The text of the fault in the file, where there is one. */
  subject?: string;
  /** What would mend it, where there is exactly one sensible way. */
  suggestion?: string;
}
