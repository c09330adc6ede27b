import type { SourceName } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import type { FileProgress } from '../import/import-request.ts';
import type { LeftOutReason } from './product.ts';

export interface ElsewhereServices {
  db: Database;
  now: () => Date;
}

/** Which export of which product to import, and how. */
export interface ElsewhereRequest {
  projectId: number;
  source: SourceName;
  files: readonly string[];
  /** Imports only pages of this host, when the export has hosts. */
  host?: string;
  /** The day of all counts, for exports without days: `2026-11-21`. */
  date?: string;
  /** Days from this one on are left out: `2026-11-21`. */
  until?: string;
  /** Whether to also import days on which Copydesk, or another product, has counted the same readers. */
  countedDays: boolean;
  /** Whether to only report what would be counted. */
  dryRun: boolean;
  /** Ends the import; nothing of it is then counted. */
  signal: AbortSignal;
  report: { progress(progress: FileProgress): void; note(text: string): void };
}

/** Views by class of reader. */
export interface ReaderCounts {
  human: number;
  ai: number;
}

/** Days that were left out, and the views on them. */
export interface SkippedDays {
  views: number;
  days: number;
  /** `2026-11-21`; null when there are none. */
  first: string | null;
  last: string | null;
}

/** The result of importing an export. */
export interface ElsewhereSummary {
  source: SourceName;
  /** The number of the import; null when nothing was counted. */
  import: number | null;
  stopped: boolean;
  files: { file: string; rows: number }[];
  rows: number;
  /** What was counted. */
  counted: ReaderCounts & { pages: number; days: number; first: string | null; last: string | null };
  /** What an earlier import of the same product has counted for the same pages on the same days. */
  known: SkippedDays & {
    /** How many of these pages and days have another count now. */
    changed: number;
  };
  /** Days on which Copydesk, or another product, has counted the same readers. */
  countedDays: SkippedDays;
  /** Days from `until` on. */
  later: SkippedDays;
  leftOut: Record<LeftOutReason, number>;
  /** The hosts of the pages; at most the first hundred. */
  hosts: string[];
}
