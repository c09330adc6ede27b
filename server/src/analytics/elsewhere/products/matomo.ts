import { z } from 'zod';
import type { ExportRow, Product, ReadOptions } from '../product.ts';
import { people } from '../product.ts';
import { exportRefused } from '../read/export-file.ts';
import type { ExportFile } from '../read/export-file.ts';
import { tableRows } from '../read/table.ts';
import { jsonOf } from '../read/text.ts';
import { readCount, readDay, readPage } from '../read/values.ts';

/**
 * The response of `Actions.getPageUrls` with `period=day`, `flat=1` and `filter_limit=-1`, as CSV (UTF-16 or with
 * `convertToUnicode=0`) or JSON, of Matomo 3 to 5: https://developer.matomo.org/api-reference/reporting-api. For a
 * range of days it has the column `date`, or a list by day. Days are in the site's time zone. Matomo leaves out bots.
 */
export const matomo: Product = { name: 'matomo', read };

type Column = 'date' | 'label' | 'url' | 'hits' | 'subtable';

const columns = {
  needed: { label: ['label'], hits: ['nb_hits'] },
  also: { date: ['date'], url: ['metadata_url', 'url'], subtable: ['idsubdatatable', 'metadata_idsubdatatable'] },
} as const;

const hint = 'Ask for method=Actions.getPageUrls&period=day&flat=1&filter_limit=-1&format=CSV&translateColumnNames=0.';
const noDay =
  'It does not contain its day: request a range of days (date=2026-11-01,2026-11-30), or name it with --date.';
const nested = 'It has folders instead of pages: use flat=1.';

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  if (/\.json$/i.test(file.baseName)) return yield* readJson(file, options);
  if (/\.xml$/i.test(file.baseName)) throw exportRefused(file, undefined, `XML is not read. ${hint}`);
  for await (const { line, cell } of tableRows<Column>(file, columns, { hint })) {
    if (cell('subtable') !== undefined && cell('subtable') !== '') throw exportRefused(file, line, nested);
    if (cell('date') === undefined && options.date === undefined) throw exportRefused(file, line, noDay);
    const day = cell('date') === undefined ? (options.date ?? '') : readDay(file, line, cell('date'), options);
    const views = readCount(file, line, cell('hits'), 'nb_hits');
    yield { line, day, ...pageOf(cell('label') ?? '', cell('url')), views, reader: people };
  }
}

/** Reads a page from its address when Matomo gives it. Matomo calls the page at `/guides/` `/guides/index`. */
function pageOf(label: string, url: string | undefined): ReturnType<typeof readPage> {
  if (url !== undefined && url !== '') return readPage(url);
  if (label === 'Others' || label.endsWith('not defined')) return { path: '(other)' };
  const path = label.startsWith('/') ? label : `/${label}`;
  return readPage(path.replace(/\/index$/, '/'));
}

const Row = z.object({
  label: z.union([z.string(), z.number()]).transform(String),
  nb_hits: z.union([z.number(), z.string()]).transform(String),
  url: z.string().optional(),
  idsubdatatable: z.unknown().optional(),
});
const Answer = z.union([z.array(Row), z.record(z.string(), z.array(Row))]);
const Failure = z.object({ result: z.literal('error'), message: z.string() });

async function* readJson(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  const json = await jsonOf(file);
  const failure = Failure.safeParse(json);
  if (failure.success) throw exportRefused(file, undefined, `It is an error of Matomo: ${failure.data.message}.`);
  const answer = Answer.safeParse(json);
  if (!answer.success) throw exportRefused(file, undefined, `It is not an answer of Actions.getPageUrls. ${hint}`);
  if (Array.isArray(answer.data) && options.date === undefined) throw exportRefused(file, undefined, noDay);
  const byDay = Array.isArray(answer.data) ? { [options.date ?? '']: answer.data } : answer.data;
  let line = 0;
  for (const [name, rows] of Object.entries(byDay)) {
    const day = readDay(file, line + 1, name, options);
    for (const { label, nb_hits: hits, url, idsubdatatable } of rows) {
      line += 1;
      if (idsubdatatable !== undefined) throw exportRefused(file, line, nested);
      yield { line, day, ...pageOf(label, url), views: readCount(file, line, hits, 'nb_hits'), reader: people };
    }
  }
}
