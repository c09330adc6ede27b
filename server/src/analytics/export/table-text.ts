import type { PageViews, Sources, Totals } from '@copydesk/contract';
import type { Column } from './columns.ts';
import { csvRecord } from './csv.ts';

/** The forms of a table besides JSON: CSV with a header line, and one JSON text for each line. */
export type LineFormat = 'csv' | 'ndjson';

/** Returns the text before the rows. */
export function headText<Row>(format: LineFormat, columns: Column<Row>[]): string {
  return format === 'csv' ? csvRecord(columns.map(({ name }) => name)) : '';
}

/** Returns rows as text, one line for each. */
export function rowsText<Row>(format: LineFormat, columns: Column<Row>[], rows: Row[]): string {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return rows.map((row) => csvRecord(columns.map(({ cell }) => cell(row)))).join('');
}

/** Streams a table whose rows arrive in pieces, as text in pieces. */
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
 * Streams a page-views result whose pages arrive in pieces, as one JSON text in pieces. Whether there are more is read
 * after the last piece.
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
