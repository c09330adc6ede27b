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

/** What the docs of a project answer, and what they do not. */
export interface AskedQuestions {
  ref: string;
  /** Of the branch. */
  commit: string;
  answers: {
    question: string;
    /** The page that answers it or should; null where any may and none does. */
    page: string | null;
    isAnswered: boolean;
    /** What that page does not hold. */
    missing: string[];
  }[];
  /** What could not be asked and why, a line each. */
  notAsked: string[];
}
