import type { Interval, Sources, Surface } from '@copydesk/contract';
import type { Command } from 'commander';
import { columnsOf } from '../../analytics/export/columns.ts';
import type { Column } from '../../analytics/export/columns.ts';
import type { Cell } from '../../analytics/export/csv.ts';
import { headText, rowsText } from '../../analytics/export/table-text.ts';
import type { Reading } from '../../analytics/read/snapshot.ts';
import { addCommand } from '../command.ts';
import { type Context, printJson, printTableText, withServices } from '../context.ts';
import { parseCount } from '../job/job-options.ts';
import { printTable } from '../output/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TableQuery, ViewsServices } from './views.ts';
import { addViewsOptions, rangeOf, printRange } from './views-options.ts';
import type { ViewsOptions } from './views-options.ts';
import { printableLine } from '../output/text-width.ts';

/** A table of page views: how to read it, what its rows are, and which columns fit into a terminal. */
interface ViewsTable<Result, Row> {
  name: string;
  summary: string;
  read: (views: ViewsServices, projectId: string, query: TableQuery) => Promise<Reading<Result>>;
  rows: (result: Result) => Row[];
  columns: Column<Row>[];
  /** All of them when absent. */
  shown?: string[];
  /** What the rows do not show, a line each. Printed beside the table in a terminal. */
  notes?: (result: Result) => string[];
}

interface TableResult {
  hasMore: boolean;
  sources?: Sources;
}

interface TableOptions extends ViewsOptions {
  limit: number;
  interval?: Interval;
  surface?: Surface;
}

/** Adds the command that shows a table of page views, in any of the formats. */
export function addViewsTable<Result extends TableResult, Row>(
  group: Command,
  context: Context,
  table: ViewsTable<Result, Row>,
): Command {
  const { name, summary } = table;
  const examples = [
    `copydesk views ${name} --project Handbook --from 2026-11-01`,
    `copydesk views ${name} --project Handbook --csv`,
  ];
  return addViewsOptions(addCommand(group, { usage: name, summary, examples }), context)
    .option('--limit <number>', 'how many rows', parseCount(10_000), 100)
    .action((options: TableOptions) => show(context, table, options));
}

async function show<Result extends TableResult, Row>(
  context: Context,
  table: ViewsTable<Result, Row>,
  options: TableOptions,
): Promise<void> {
  const { terminal } = context;
  const { json, csv, ndjson, limit, interval = 'day', surface } = options;
  const query = { ...rangeOf(options), limit, interval, surface };
  const { result, range } = await withServices(context, async (services) => {
    const id = await services.projectIdOf(options.project);
    return await table.read(services.views, id, query);
  });
  printRange(terminal, range);
  if (json) return printJson(terminal, result);
  const rows = table.rows(result);
  if (csv || ndjson) {
    const format = csv ? 'csv' : 'ndjson';
    const columns = columnsOf(table.columns, result);
    return printTableText(terminal, headText(format, columns) + rowsText(format, columns, rows));
  }
  if (rows.length === 0) return terminal.err('Nothing.\n');
  printRows(terminal, table, rows);
  for (const note of table.notes?.(result) ?? []) terminal.err(`${printableLine(note)}\n`);
  if (result.hasMore) terminal.err(`There are more: --limit ${limit * 2}\n`);
}

function printRows<Row>(
  terminal: Terminal,
  { columns, shown }: Pick<ViewsTable<unknown, Row>, 'columns' | 'shown'>,
  rows: Row[],
): void {
  const [first] = rows;
  const chosen = columns.filter(({ name }) => shown?.includes(name) ?? true);
  printTable(
    terminal,
    chosen.map(({ name, cell }, place) => ({
      title: name.replaceAll(/[A-Z]/g, ' $&').toUpperCase(),
      text: (row: Row) => cellText(cell(row)),
      shrinks: place === 0,
      numbers: first !== undefined && typeof cell(first) === 'number',
    })),
    rows,
  );
}

function cellText(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('en') : (cell ?? '');
}
