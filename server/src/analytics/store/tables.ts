import { surfaces, verifications } from '@copydesk/contract';
import type { Surface, Verification } from '@copydesk/contract';
import type { Shape } from './fold/packed.ts';

/**
 * The packed tables of `view_rollup`, by column. Numbers: pages, kinds and referrers come from the project's
 * dictionaries, hours count from 0 to 23 in the day, surfaces and verifications come from {@link surfaceNumber} and
 * {@link verificationNumber}, classes from {@link classNumber}.
 */
export const rollupTables = {
  /** page → human, ai */
  pages: { keys: 1, values: 2 },
  /** hour, page → human, ai */
  hours: { keys: 2, values: 2 },
  /** kind, page → views; all kinds except people whom Copydesk has counted */
  kinds: { keys: 2, values: 1 },
  /** hour, kind, surface, verification → views, second of the last view since the hour (the month) began */
  site: { keys: 4, values: 2, greatest: [1] },
  /** kind, page → views that were answered 404 or 410; all kinds */
  missing: { keys: 2, values: 1 },
  /** referrer, class → views */
  referrers: { keys: 2, values: 1 },
  /** found (1 or 0), surface, kind, page → views; all kinds, and all surfaces except `html` */
  surfaces: { keys: 4, values: 1 },
} as const satisfies Record<string, Shape>;

export type RollupTable = keyof typeof rollupTables;

export const rollupTableNames: readonly RollupTable[] = [
  'pages',
  'hours',
  'kinds',
  'site',
  'missing',
  'referrers',
  'surfaces',
];

/** One row of the table of the whole site. */
export interface SiteRow {
  /** The hour of the day; 0 in a month's table. */
  hour: number;
  kind: number;
  surface: number;
  verification: number;
  views: number;
  /** Seconds since the hour, or the month, began. */
  lastSecond: number;
}

/**
 * The table of `view_journal.entries`: hour since 1970 (UTC), page, kind, surface, verification, found (1 or 0),
 * referrer (0 for none, otherwise its number plus 1) → views, second of the last view since the hour began.
 */
export const journalTable: Shape = { keys: 7, values: 2, greatest: [1] };

/** One row of {@link journalTable}. */
export interface JournalEntry {
  hour: number;
  page: number;
  kind: number;
  surface: number;
  verification: number;
  found: boolean;
  referrer: number | null;
  views: number;
  lastSecond: number;
}

/** `html` is 0, `markdown` 1, `llms.txt` 2. */
export const surfaceNumber = (surface: Surface): number => surfaces.indexOf(surface);

/** The surface of nearly all views. */
export const htmlNumber = surfaceNumber('html');

/** 0 for views that are not by AI, then the verifications in their order from 1. */
export const verificationNumber = (verification: Verification | null): number =>
  verification === null ? 0 : verifications.indexOf(verification) + 1;

/** The classes of views, by their numbers. */
export const classes = ['human', 'ai', 'bot'] as const;

export type ViewClass = (typeof classes)[number];

export const classNumber = (viewClass: ViewClass): number => classes.indexOf(viewClass);
