import { z } from 'zod';
import type { ExportRow, Product, ReadOptions } from '../product.ts';
import { people } from '../product.ts';
import { csvRecords } from '../read/csv.ts';
import type { CsvRecord } from '../read/csv.ts';
import { exportRefused } from '../read/export-file.ts';
import type { ExportFile } from '../read/export-file.ts';
import { findColumns, requireWidth, rowAt } from '../read/table.ts';
import type { Places } from '../read/table.ts';
import { jsonOf } from '../read/text.ts';
import { readCount, readDay, readHost, readPage } from '../read/values.ts';

/**
 * A report or an exploration that Google Analytics 4 saves as CSV, in English, or the JSON response of `runReport` of
 * its Data API v1beta
 * (https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/RunReportResponse, November 2026),
 * by day, page and views. Before the table of a CSV there are lines that begin with `#`; they contain the first and the
 * last day of a report without a column of days. GA4 leaves out bots that it knows.
 */
export const ga4: Product = { name: 'ga4', read };

type Column = 'date' | 'page' | 'host' | 'views';

const columns = {
  needed: {
    page: [
      'pagePath',
      'Page path',
      'Page path and screen class',
      'Page path + query string',
      'pagePathPlusQueryString',
      'Page location',
      'pageLocation',
      'unifiedPagePathScreen',
    ],
    views: ['screenPageViews', 'Views'],
  },
  also: { date: ['date', 'Date'], host: ['hostName', 'Hostname', 'Host name'] },
} as const;

const hint = 'Set the language of Google Analytics to English, and export the day (Date), the page path and the views.';

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  if (/\.json$/i.test(file.baseName)) yield* readJson(file, options);
  else yield* readCsv(file, options);
}

/** A table in a CSV, which may contain several: the one for pages has paths and views. */
interface Table {
  places: Places;
  width: number;
  /** The single day of all its counts, when it has no column of days. */
  day: string | undefined;
}

async function* readCsv(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  const range: { start?: string; end?: string } = {};
  let table: Table | 'other' | undefined;
  let found = false;
  for await (const record of csvRecords(file)) {
    const { line, fields } = record;
    const [first = ''] = fields;
    const isEmpty = fields.every((field) => field.trim() === '');
    if (isEmpty || first.startsWith('#')) {
      readComment(first, range);
      table = undefined;
    } else if (table === undefined) {
      table = tableOf(file, record, range, options);
      found ||= table !== 'other';
    } else if (table !== 'other' && !isTotal(fields)) {
      requireWidth(file, line, fields, table.width);
      yield rowOf(file, line, table, fields, options);
    }
  }
  if (!found) throw exportRefused(file, undefined, `It has no table of pages and views. ${hint}`);
}

/** Reads `# Start date: 20261101`. */
function readComment(text: string, range: { start?: string; end?: string }): void {
  const [, which, day] = /^#\s*(Start|End) date:\s*(\d{8})/i.exec(text) ?? [];
  if (which !== undefined) range[which.toLowerCase() === 'start' ? 'start' : 'end'] = day;
}

function tableOf(
  file: ExportFile,
  { line, fields }: CsvRecord,
  { start, end }: { start?: string; end?: string },
  options: ReadOptions,
): Table | 'other' {
  const { places, missing } = findColumns<Column>(fields, columns);
  if (missing.length > 0) return 'other';
  if (places.has('date')) return { places, width: fields.length, day: undefined };
  if (options.date !== undefined) return { places, width: fields.length, day: options.date };
  if (start !== undefined && start === end) {
    return { places, width: fields.length, day: readDay(file, line, start, options) };
  }
  const range = start === undefined || end === undefined ? 'several days' : `all days from ${start} to ${end}`;
  throw exportRefused(
    file,
    line,
    `It has the views of ${range} together. Add the dimension "Date", or export single days.`,
  );
}

/** Recognises the sum of all rows, which some reports have at the top and others at the end. */
function isTotal(fields: readonly string[]): boolean {
  return fields.some((field) => /^(grand )?totals?$/i.test(field.trim()));
}

function rowOf(
  file: ExportFile,
  line: number,
  { places, day }: Table,
  fields: readonly string[],
  options: ReadOptions,
): ExportRow {
  const { cell } = rowAt<Column>(places, line, fields);
  const page = readPage(cell('page') === '' ? '(not set)' : cell('page'));
  return {
    line,
    day: day ?? readDay(file, line, cell('date'), options),
    ...page,
    host: readHost(cell('host')) ?? page.host,
    views: readCount(file, line, cell('views'), 'Views'),
    reader: people,
  };
}

const Named = z.array(z.object({ name: z.string() }));
const Values = z.array(z.object({ value: z.string() }));
const Report = z.object({
  dimensionHeaders: Named,
  metricHeaders: Named,
  rows: z.array(z.object({ dimensionValues: Values, metricValues: Values })).default([]),
  rowCount: z.int().optional(),
});
const Answer = z.union([Report, z.object({ reports: z.array(Report) })]);

async function* readJson(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  const answer = Answer.safeParse(await jsonOf(file));
  if (!answer.success)
    throw exportRefused(file, undefined, `It is not an answer of runReport or batchRunReports. ${hint}`);
  const reports = 'reports' in answer.data ? answer.data.reports : [answer.data];
  for (const { dimensionHeaders, metricHeaders, rows, rowCount } of reports) {
    const header = [...dimensionHeaders, ...metricHeaders].map(({ name }) => name);
    const table = tableOf(file, { line: 1, fields: header }, {}, options);
    if (table === 'other') throw exportRefused(file, undefined, `It has no pagePath and screenPageViews. ${hint}`);
    if (rowCount !== undefined && rowCount > rows.length) {
      const why = `It has ${rows.length} of ${rowCount} rows: use "limit": 250000, and fewer days at once if necessary.`;
      throw exportRefused(file, undefined, why);
    }
    for (const [place, { dimensionValues, metricValues }] of rows.entries()) {
      const fields = [...dimensionValues, ...metricValues].map(({ value }) => value);
      yield rowOf(file, place + 1, table, fields, options);
    }
  }
}
