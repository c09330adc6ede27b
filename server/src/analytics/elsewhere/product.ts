import type { Purpose, SourceName } from '@copydesk/contract';
import type { ExportFile } from './read/export-file.ts';

/** A reader, as far as the other product identifies it. */
export type ReaderElsewhere = { class: 'human' } | { class: 'ai'; agent: string; operator: string; purpose: Purpose };

export const people: ReaderElsewhere = { class: 'human' };

/** AI that the other product does not name. */
export const unnamedAi: ReaderElsewhere = { class: 'ai', agent: 'Unnamed AI', operator: 'Unknown', purpose: 'other' };

/** Why a row is not counted: a bot, no page view, no page, or a sum of other rows. */
export const leftOutReasons = {
  bots: 'by bots that are no AI',
  events: 'events that are no page views',
  hosts: 'of other hosts',
  paths: 'of addresses that are no path',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** The content of one line of an export. */
export interface ExportRow {
  line: number;
  /** In the site's own time zone: `2026-11-21`. */
  day: string;
  /** With a leading slash, or `(other)`. */
  path: string;
  /** The host of the page, when the export has it. */
  host?: string;
  views: number;
  reader: ReaderElsewhere;
  leftOut?: LeftOutReason;
}

/** What an export does not contain itself. */
export interface ReadOptions {
  /** The day of all counts, for exports without days: `2026-11-21`. */
  date: string | undefined;
  /** Later days are refused. */
  today: string;
}

/** How the exports of a product are read. */
export interface Product {
  name: SourceName;
  /** The files with its counts in a ZIP; undefined when the product exports none. */
  inZip?: { pattern: RegExp; described: string };
  read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow>;
}
