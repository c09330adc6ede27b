import type { ExportRow, Product, ReadOptions } from '../product.ts';
import { people } from '../product.ts';
import { exportRefused } from '../read/export-file.ts';
import type { ExportFile } from '../read/export-file.ts';
import { findColumns, tableRows } from '../read/table.ts';
import { readHost, readMoment, readPage, shown } from '../read/values.ts';
import { csvRecords } from '../read/csv.ts';

/**
 * The table `website_event`, one event a line, as Umami Cloud exports it (Settings → Data) and as `\copy website_event
 * to 'website_event.csv' csv header` writes it from a self-hosted Umami, version 2 and 3:
 * https://umami.is/docs/export-data, `WebsiteEvent` in `prisma/schema.prisma` of
 * https://github.com/umami-software/umami. `event_type` 1 is a page view. Times are as in the export, UTC for Umami
 * Cloud. Umami leaves out bots.
 *
 * The ZIP from a website's page has sums for a whole range, of visitors and at most 500 pages: no counts by day.
 */
export const umami: Product = {
  name: 'umami',
  inZip: { pattern: /^(website_event.*|pages)\.csv$/, described: 'website_event.csv' },
  read,
};

type Column = 'created' | 'path' | 'type' | 'hostname';

const columns = {
  needed: { created: ['created_at'], path: ['url_path'], type: ['event_type'] },
  also: { hostname: ['hostname'] },
} as const;

const hint = 'Give the table website_event as CSV: the export of Umami Cloud, or \\copy website_event to … csv header.';

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  if (file.baseName === 'pages.csv') await refuseSums(file);
  for await (const { line, cell } of tableRows<Column>(file, columns, { hint })) {
    const type = cell('type')?.trim() ?? '';
    if (!/^\d+$/.test(type)) throw exportRefused(file, line, `"event_type" is ${shown(type)}, and must be a number.`);
    const page = readPage(cell('path') === '' ? '/' : cell('path'));
    yield {
      line,
      day: readMoment(file, line, cell('created'), options),
      ...page,
      host: readHost(cell('hostname')) ?? page.host,
      views: 1,
      reader: people,
      ...(type !== '1' && { leftOut: 'events' as const }),
    };
  }
}

/** Refuses `pages.csv` with the columns `x` and `y`: a page, and its visitors within the range. */
async function refuseSums(file: ExportFile): Promise<void> {
  for await (const { line, fields } of csvRecords(file)) {
    const { missing } = findColumns(fields, { needed: { x: ['x'], y: ['y'] } });
    if (missing.length > 0) return;
    throw exportRefused(file, line, `It has the visitors of a whole range, not views by day. ${hint}`);
  }
}
