import type { ExportRow, Product, ReaderElsewhere, ReadOptions } from '../product.ts';
import { people } from '../product.ts';
import { exportRefused } from '../read/export-file.ts';
import type { ExportFile } from '../read/export-file.ts';
import { tableRows } from '../read/table.ts';
import { readCount, readDay, readPage } from '../read/values.ts';

/**
 * The CSV of Analytics → Export to CSV → traffic, as https://www.mintlify.com/docs/analytics/export describes its
 * counts in November 2026: people, AI agents, crawlers that train and other AI each in a separate column. That page
 * does not name the columns of the page and the day: likely names are tried, and one day can be given. Crawlers of
 * search engines are left out: their column includes both Googlebot and OAI-SearchBot.
 */
export const mintlify: Product = { name: 'mintlify', read };

type Column = 'date' | 'path' | 'human' | 'ai' | 'search' | 'training' | 'other';

const columns = {
  needed: { path: ['path', 'page', 'url', 'pagePath'], human: ['humanViews'], ai: ['aiViews'] },
  also: {
    date: ['date', 'day'],
    search: ['searchIndexViews'],
    training: ['trainingViews'],
    other: ['otherAiViews'],
  },
} as const;

const hint = 'Give the CSV of Analytics → Export to CSV → traffic.';

const unknownAgent = { operator: 'Unknown' } as const;
const agents: ReaderElsewhere = { ...unknownAgent, class: 'ai', agent: 'Unnamed AI', purpose: 'other' };
const training: ReaderElsewhere = { ...unknownAgent, class: 'ai', agent: 'Unnamed AI', purpose: 'training' };
const other: ReaderElsewhere = { ...unknownAgent, class: 'ai', agent: 'Unnamed AI bots', purpose: 'other' };

async function* read(file: ExportFile, options: ReadOptions): AsyncIterable<ExportRow> {
  for await (const { line, cell } of tableRows<Column>(file, columns, { hint })) {
    if (cell('date') === undefined && options.date === undefined) {
      throw exportRefused(
        file,
        1,
        'It has no column of days. Export single days, and name each with --date 2026-11-21.',
      );
    }
    const day = cell('date') === undefined ? (options.date ?? '') : readDay(file, line, cell('date'), options);
    const row = { line, day, ...readPage(cell('path')) };
    const count = (text: string | undefined, name: string): number =>
      text === undefined ? 0 : readCount(file, line, text, name);
    yield { ...row, views: count(cell('human'), 'humanViews'), reader: people };
    yield { ...row, views: count(cell('ai'), 'aiViews'), reader: agents };
    yield { ...row, views: count(cell('training'), 'trainingViews'), reader: training };
    yield { ...row, views: count(cell('other'), 'otherAiViews'), reader: other };
    yield { ...row, views: count(cell('search'), 'searchIndexViews'), reader: people, leftOut: 'bots' };
  }
}
