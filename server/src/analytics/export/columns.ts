import { dropReasons, surfaces, verifications } from '@copydesk/contract';
import type {
  AgentsResult,
  BotsResult,
  DropReason,
  HealthResult,
  PageViews,
  ReferrersResult,
  Sources,
  TimeseriesResult,
  Totals,
  UnknownReadersResult,
} from '@copydesk/contract';
import type { Cell } from './csv.ts';

/** A column of a table of results. */
export interface Column<Row> {
  name: string;
  cell: (row: Row) => Cell;
  /** Contains what other products have counted: the column exists only in results that have such counts. */
  ofSources?: true;
}

/**
 * Returns the columns of a result. A result without counts from elsewhere has the same columns as ever, for programs
 * that read it.
 */
export function columnsOf<Row>(columns: Column<Row>[], { sources }: { sources?: Sources }): Column<Row>[] {
  return sources === undefined ? columns.filter(({ ofSources }) => ofSources === undefined) : columns;
}

const split: Column<Totals>[] = [
  { name: 'human', cell: (row) => row.human },
  { name: 'ai', cell: (row) => row.ai },
  { name: 'total', cell: (row) => row.total },
];

/** The columns for pages. */
export const pageColumns: Column<PageViews>[] = [
  { name: 'path', cell: (row) => row.path },
  ...split,
  { name: 'sources', cell: (row) => sourcesText(row.sources), ofSources: true },
];

/** The columns for missing paths, which no other product reports. */
export const missingColumns: Column<PageViews>[] = [{ name: 'path', cell: (row) => row.path }, ...split];

/** Returns what other products have counted for a row: `plausible=120 umami=7`. */
export function sourcesText(sources: Sources | undefined): string | null {
  const texts = Object.entries(sources ?? {}).map(([source, views]) => `${source}=${views}`);
  return texts.length === 0 ? null : texts.join(' ');
}

export const timeColumns: Column<TimeseriesResult['series'][number]>[] = [
  { name: 'start', cell: (row) => row.start },
  ...split,
  { name: 'bots', cell: (row) => row.bots },
  { name: 'sources', cell: (row) => sourcesText(row.sources), ofSources: true },
];

export const agentColumns: Column<AgentsResult['agents'][number]>[] = [
  { name: 'agent', cell: (row) => row.agent },
  { name: 'operator', cell: (row) => row.operator },
  { name: 'purpose', cell: (row) => row.purpose },
  { name: 'views', cell: (row) => row.views },
  ...verifications.map((name) => ({
    name,
    cell: (row: AgentsResult['agents'][number]) => row.verification[name],
  })),
  { name: 'verifiedShare', cell: (row) => row.verifiedShare },
  ...surfaces.map((name) => ({ name, cell: (row: AgentsResult['agents'][number]) => row.surfaces[name] })),
  { name: 'lastSeen', cell: (row) => row.lastSeen },
  { name: 'source', cell: (row) => row.source ?? null, ofSources: true },
];

export const botColumns: Column<BotsResult['bots'][number]>[] = [
  { name: 'bot', cell: (row) => row.bot },
  { name: 'operator', cell: (row) => row.operator },
  { name: 'views', cell: (row) => row.views },
  { name: 'lastSeen', cell: (row) => row.lastSeen },
];

export const unknownReaderColumns: Column<UnknownReadersResult['readers'][number]>[] = [
  { name: 'mark', cell: (row) => row.mark },
  { name: 'class', cell: (row) => row.class },
  { name: 'views', cell: (row) => row.views },
  { name: 'lastSeen', cell: (row) => row.lastSeen },
  { name: 'userAgent', cell: (row) => row.userAgent },
  { name: 'rule', cell: (row) => row.rule ?? '' },
];

export const referrerColumns: Column<ReferrersResult['referrers'][number]>[] = [
  { name: 'referrer', cell: (row) => row.referrer },
  { name: 'product', cell: (row) => row.product },
  { name: 'operator', cell: (row) => row.operator },
  ...split,
];

/** `dropped` and `refused` are sums; a column for each drop reason follows. */
export const healthColumns: Column<HealthResult['days'][number]>[] = [
  { name: 'date', cell: (row) => row.date },
  { name: 'accepted', cell: (row) => row.accepted },
  { name: 'duplicates', cell: (row) => row.duplicates },
  { name: 'late', cell: (row) => row.late },
  { name: 'dropped', cell: (row) => sum(row.dropped) },
  { name: 'refused', cell: (row) => sum(row.refused) },
  ...Object.keys(dropReasons).map((name) => ({
    name,
    cell: (row: HealthResult['days'][number]) => countOf(row.dropped, name),
  })),
];

function sum(counts: Partial<Record<string, number>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
}

function countOf(counts: Partial<Record<DropReason, number>>, name: string): number {
  return Object.entries(counts).find(([reason]) => reason === name)?.[1] ?? 0;
}
