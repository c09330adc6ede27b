import type { Purpose, SourceName } from '@copydesk/contract';
import type { ExportFile } from './read/export-file.ts';

/** Who read, as far as the other product tells. */
export type ReaderElsewhere = { class: 'human' } | { class: 'ai'; agent: string; operator: string; purpose: Purpose };

export const people: ReaderElsewhere = { class: 'human' };

/** AI of which the other product does not tell the name. */
export const unnamedAi: ReaderElsewhere = { class: 'ai', agent: 'Unnamed AI', operator: 'Unknown', purpose: 'other' };

/** Why a row is not counted: a bot, what is no page view, no page at all, or a sum of other rows. */
export const leftOutReasons = {
  bots: 'by bots that are no AI',
  events: 'events that are no page views',
  hosts: 'of other hosts',
  paths: 'of addresses that are no path',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** What a line of an export tells. */
export interface ExportRow {
  line: number;
  /** In the site's own zone: `2026-11-21`. */
  day: string;
  /** With a slash at its beginning, or `(other)`. */
  path: string;
  /** The host of the page, where the export tells it. */
  host?: string;
  views: number;
  reader: ReaderElsewhere;
  leftOut?: LeftOutReason;
}

/** What an export does not tell by itself. */
export interface ReadOptions {
  /** The day of all counts, for exports that have none: `2026-11-21`. */
  date: string | undefined;
  /** Days after it cannot be. */
  today: string;
}

/** How the exports of a product are read. */
export interface Product {
  name: SourceName;
  /** The files of a ZIP that have its counts; undefined where a product exports none. */
  inZip?: { pattern: RegExp; described: string };
  read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow>;
}
