import type { ExportRow, Product, ReadOptions } from '../product.ts';
import { people } from '../product.ts';
import { exportRefused } from '../read/export-file.ts';
import type { ExportFile } from '../read/export-file.ts';
import { tableRows } from '../read/table.ts';
import { readMoment, readPage, shown } from '../read/values.ts';

/**
 * The CSV of all page views, version 2 (GoatCounter 2.0 to 2.7), one hit a line:
 * https://www.goatcounter.com/help/export, `exportcsv.go` of https://github.com/arp242/goatcounter. Times are UTC.
 * Every page view counts, not only the first of a visit. GoatCounter leaves out bots, but the export has a column
 * `Bot`.
 */
export const goatcounter: Product = { name: 'goatcounter', read };

type Column = 'path' | 'event' | 'bot' | 'date';

const columns = {
  needed: { path: ['2Path'], event: ['Event'], bot: ['Bot'], date: ['Date'] },
} as const;

const hint =
  'Give the CSV of Settings → Export, version 2, which begins with "2Path". The JSON export counts by the hour, and is not read.';

const falseTexts = ['0', 'false'];

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  for await (const { line, cell } of tableRows<Column>(file, columns, { endsWithLine: true, hint })) {
    const event = cell('event')?.toLowerCase() ?? '';
    if (![...falseTexts, '1', 'true'].includes(event)) {
      throw exportRefused(file, line, `"Event" is ${shown(event)}, and must be 0 or 1.`);
    }
    const hit = { line, day: readMoment(file, line, cell('date'), options), views: 1, reader: people };
    if (!falseTexts.includes(event)) yield { ...hit, path: cell('path') ?? '', leftOut: 'events' };
    else if (cell('bot') !== '0') yield { ...hit, path: cell('path') ?? '', leftOut: 'bots' };
    else yield { ...hit, ...readPage(cell('path')) };
  }
}
