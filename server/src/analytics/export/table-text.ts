import type { PageViews, Sources, Totals } from '@copydesk/contract';
import type { Column } from './columns.ts';
import { csvRecord } from './csv.ts';

/** The forms of a table besides JSON: CSV with a line of titles, and a JSON text a line. */
export type LineFormat = 'csv' | 'ndjson';

/** What stands before the rows. */
export function headText<Row>(format: LineFormat, columns: Column<Row>[]): string {
  return format === 'csv' ? csvRecord(columns.map(({ name }) => name)) : '';
}

/** Rows, a line each. */
export function rowsText<Row>(format: LineFormat, columns: Column<Row>[], rows: Row[]): string {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return rows.map((row) => csvRecord(columns.map(({ cell }) => cell(row)))).join('');
}

/** A table whose rows come piece by piece, as text piece by piece. */
export async function* tableText<Row>(
  format: LineFormat,
  columns: Column<Row>[],
  pieces: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const head = headText(format, columns);
  if (head !== '') yield head;
  for await (const rows of pieces) yield rowsText(format, columns, rows);
}

/**
 * A page-views result whose pages come piece by piece, as one JSON text piece by piece. Whether there are more is asked
 * when the last piece has come.
 */
export async function* viewsText(
  { totals, sources }: { totals: Totals; sources?: Sources },
  pieces: AsyncIterable<PageViews[]>,
  hasMore = (): boolean => false,
): AsyncGenerator<string> {
  yield `{"totals":${JSON.stringify(totals)},"views":[`;
  let between = '';
  for await (const rows of pieces) {
    if (rows.length === 0) continue;
    yield `${between}${rows.map((row) => JSON.stringify(row)).join(',')}`;
    between = ',';
  }
  const marked = sources === undefined ? '' : `,"sources":${JSON.stringify(sources)}`;
  yield `],"hasMore":${hasMore()}${marked}}`;
}
