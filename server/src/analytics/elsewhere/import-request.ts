import type { SourceName } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import type { FileProgress } from '../import/import-request.ts';
import type { LeftOutReason } from './product.ts';

export interface ElsewhereServices {
  db: Database;
  now: () => Date;
}

/** Which export of which product is to be taken in, and how. */
export interface ElsewhereRequest {
  projectId: number;
  source: SourceName;
  files: readonly string[];
  /** Only pages of this host, where the export tells hosts. */
  host?: string;
  /** The day of all counts, for exports that tell none: `2026-11-21`. */
  date?: string;
  /** Days from this one on are left out: `2026-11-21`. */
  until?: string;
  /** Whether to take days also where Copydesk, or another product, has counted the same readers. */
  countedDays: boolean;
  /** Whether to tell only what would be counted. */
  dryRun: boolean;
  /** Ends the import; nothing of it is counted then. */
  signal: AbortSignal;
  report: { progress(progress: FileProgress): void; note(text: string): void };
}

/** Views by who read. */
export interface ReaderCounts {
  human: number;
  ai: number;
}

/** Days that were left out, and what was counted on them. */
export interface SkippedDays {
  views: number;
  days: number;
  /** `2026-11-21`; null when there are none. */
  first: string | null;
  last: string | null;
}

/** What became of an export. */
export interface ElsewhereSummary {
  source: SourceName;
  /** The number of the import; null when nothing was counted. */
  import: number | null;
  stopped: boolean;
  files: { file: string; rows: number }[];
  rows: number;
  /** What was counted. */
  counted: ReaderCounts & { pages: number; days: number; first: string | null; last: string | null };
  /** What an earlier import of the same product has counted of the same pages on the same days. */
  known: SkippedDays & {
    /** Of the pages and days, how many have another count now. */
    changed: number;
  };
  /** Days on which Copydesk, or another product, has counted the same readers. */
  countedDays: SkippedDays;
  /** Days from `until` on. */
  later: SkippedDays;
  leftOut: Record<LeftOutReason, number>;
  /** The hosts of the pages, of which the first hundred are told. */
  hosts: string[];
}
