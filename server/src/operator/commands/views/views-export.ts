import { visibleJson } from '@copydesk/contract/invisible';
import type { CountedBy, PageViews, Purpose, Surface } from '@copydesk/contract';
import type { Command } from 'commander';
import { columnsOf, pageColumns } from '../../../analytics/export/columns.ts';
import { tableText, viewsText } from '../../../analytics/export/table-text.ts';
import type { AllViews } from '../../../analytics/read/page/views.ts';
import { addCommand } from '../../command.ts';
import { type Context, printTableText, withServices } from '../../context.ts';
import { parseCount } from '../../job/job-options.ts';
import { parsePurpose, parseSurface, sourceOption } from '../../options.ts';
import { openStatusLine } from '../../output/status-line.ts';
import { printTable } from '../../output/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { addViewsOptions, rangeOf, sourceNotes, printRange } from '../../view/views-options.ts';
import type { ViewsOptions } from '../../view/views-options.ts';

export function buildViewsExport(group: Command, context: Context): void {
  const command = addCommand(group, {
    usage: 'export',
    summary: 'Export the page views of a project',
    description: 'Shows how often people and AI read each page, most read first; reads the database directly.',
    examples: [
      'copydesk views export --project Handbook --from 2026-11-01 --limit 20',
      'copydesk views export --project Handbook --csv > views.csv',
      'copydesk views export --project Handbook --agent ClaudeBot --path /guides/ --json',
      'copydesk views export --project Handbook --surface markdown',
    ],
  });
  addViewsOptions(command, context)
    .option('--path <prefix>', 'only pages whose path begins with this')
    .option('--purpose <purpose>', 'only AI views of this purpose', parsePurpose)
    .option('--agent <name>', 'only AI views of this agent, such as ClaudeBot')
    .option('--surface <form>', 'only requests for html, markdown or llms.txt', parseSurface)
    .addOption(sourceOption())
    .option('--limit <number>', 'how many pages (default: all)', parseCount(999_999_999))
    .action((options: ViewsExportOptions) => exportViews(context, options));
}

interface ViewsExportOptions extends ViewsOptions {
  path?: string;
  purpose?: Purpose;
  agent?: string;
  surface?: Surface;
  source?: CountedBy;
  limit?: number;
}

async function exportViews(context: Context, options: ViewsExportOptions): Promise<void> {
  const { terminal } = context;
  const { path, purpose, agent, surface, source } = options;
  const query = { ...rangeOf(options), path, purpose, agent, surface, source };
  await withServices(context, async (services) => {
    const id = await services.projectIdOf(options.project);
    const { result, range } = await services.views.pages(id, query);
    printRange(terminal, range);
    await whileRead(context, options, result.chunks, async (chunks) => {
      await print(terminal, options, result, firstOf(chunks, options.limit));
    });
  });
}

/** Output that goes to a terminal, or that was requested as text, shows its own progress. */
async function whileRead(
  { terminal, now }: Context,
  { json, csv, ndjson }: ViewsExportOptions,
  chunks: AsyncIterable<PageViews[]>,
  work: (chunks: AsyncIterable<PageViews[]>) => Promise<void>,
): Promise<void> {
  const isText = json === true || csv === true || ndjson === true;
  if (terminal.interactive.out && isText) return await work(chunks);
  let pages = 0;
  const text = (seconds: number): string => `${number(pages)} pages read … ${seconds.toFixed(0)} s`;
  const status = openStatusLine(terminal, text, { now, json: isText });
  async function* counted(): AsyncGenerator<PageViews[]> {
    try {
      for await (const rows of chunks) {
        pages += rows.length;
        yield rows;
      }
    } finally {
      // The table takes the place of the status line.
      status.end();
    }
  }
  await work(counted()).finally(() => status.end());
}

/** The rows up to a limit, and, after they have arrived, whether there were more. */
interface FirstRows {
  pieces: AsyncIterable<PageViews[]>;
  hasMore: () => boolean;
}

function firstOf(chunks: AsyncIterable<PageViews[]>, limit = Infinity): FirstRows {
  let hasMore = false;
  async function* pieces(): AsyncGenerator<PageViews[]> {
    let left = limit;
    for await (const rows of chunks) {
      hasMore = rows.length > left;
      if (left > 0) yield rows.slice(0, left);
      left -= rows.length;
      if (hasMore) return;
    }
  }
  return { pieces: pieces(), hasMore: () => hasMore };
}

async function print(
  terminal: Terminal,
  { json, csv, ndjson }: ViewsExportOptions,
  views: Pick<AllViews, 'totals' | 'sources'>,
  { pieces, hasMore }: FirstRows,
): Promise<void> {
  if (json) {
    for await (const text of viewsText(views, pieces, hasMore)) terminal.out(visibleJson(text));
    return terminal.out('\n');
  }
  if (csv || ndjson) {
    const exported = columnsOf(pageColumns, views);
    for await (const text of tableText(csv ? 'csv' : 'ndjson', exported, pieces)) printTableText(terminal, text);
    return;
  }
  const rows = (await Array.fromAsync(pieces)).flat();
  if (rows.length > 0)
    printTable(terminal, columns, [...rows, { path: hasMore() ? 'all pages' : 'total', ...views.totals }]);
  else terminal.err('No views.\n');
  for (const note of sourceNotes(views)) terminal.err(`${note}\n`);
}

const number = (count: number): string => count.toLocaleString('en');

const columns = [
  { title: 'PAGE', text: (row: PageViews) => row.path, shrinks: true },
  { title: 'HUMAN', text: (row: PageViews) => number(row.human), numbers: true },
  { title: 'AI', text: (row: PageViews) => number(row.ai), numbers: true },
  { title: 'TOTAL', text: (row: PageViews) => number(row.total), numbers: true },
];
