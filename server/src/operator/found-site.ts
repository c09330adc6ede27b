import type { CheckCoverage } from '@copydesk/contract';

/** A docs site: `kind` is a stable name, `label` what people call it. */
export interface FoundSite {
  kind: string;
  label: string;
  isRecognised: boolean;
  pages: number;
  /** Files of the docs in languages that are not read. */
  leftAlone: CheckCoverage['leftAlone'];
}
