import type { CheckCoverage } from '@copydesk/contract';

/** A docs site: `kind` is a stable name, `label` is for people. */
export interface FoundSite {
  kind: string;
  label: string;
  isRecognised: boolean;
  pages: number;
  /** Docs files in languages that Copydesk does not read. */
  leftAlone: CheckCoverage['leftAlone'];
}
