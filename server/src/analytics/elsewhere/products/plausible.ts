import type { ExportRow, Product, ReadOptions } from '../product.ts';
import { people } from '../product.ts';
import type { ExportFile } from '../read/export-file.ts';
import { tableRows } from '../read/table.ts';
import { readCount, readDay, readHost, readPage } from '../read/values.ts';

/**
 * The ZIP that Site settings → Imports & exports creates, or `imported_pages_….csv` from it, as Plausible writes it in
 * 2026: https://plausible.io/docs/export-stats, `export_pages_q` of
 * https://github.com/plausible/analytics/blob/master/lib/plausible/exports.ex. Days are in the site's time zone.
 * Plausible leaves out bots.
 */
export const plausible: Product = {
  name: 'plausible',
  inZip: { pattern: /^imported_pages.*\.csv$/, described: 'imported_pages_….csv' },
  read,
};

const columns = {
  needed: { date: ['date'], page: ['page'], pageviews: ['pageviews'] },
  also: { hostname: ['hostname'] },
} as const;

type Column = 'date' | 'page' | 'pageviews' | 'hostname';

const hint = 'Give the ZIP of Site settings → Imports & exports → Export data, or imported_pages_….csv of it.';

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  for await (const { line, cell } of tableRows<Column>(file, columns, { endsWithLine: true, hint })) {
    const page = readPage(cell('page'));
    yield {
      line,
      day: readDay(file, line, cell('date'), options),
      ...page,
      host: readHost(cell('hostname')) ?? page.host,
      views: readCount(file, line, cell('pageviews'), 'pageviews'),
      reader: people,
    };
  }
}
