import { CopydeskError } from '@copydesk/contract/errors';
import type { Sources } from '@copydesk/contract';
import { type Command, Option } from 'commander';
import type { Reading } from '../../analytics/read/snapshot.ts';
import type { Context } from '../context.ts';
import { parseBound } from '../options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { projectOption } from '../project/project-option.ts';

/** The options of the commands that show page views. */
export interface ViewsOptions {
  project?: string;
  from?: Date;
  to?: Date;
  json?: true;
  csv?: true;
  ndjson?: true;
}

/** Adds the project, the range and the output formats besides `--json`, of which only one may be given. */
export function addViewsOptions(command: Command, context: Pick<Context, 'project'>): Command {
  return command
    .addOption(projectOption(context))
    .option('--from <date>', 'views at this date or time or later (UTC)', parseBound)
    .option('--to <date>', 'views before this date or time, not at it (UTC)', parseBound)
    .addOption(new Option('--csv', 'answer with CSV').conflicts(['json', 'ndjson']))
    .addOption(new Option('--ndjson', 'answer with JSON, a row a line').conflicts(['json', 'csv']));
}

/** Returns the range of a query. @throws CopydeskError `invalid_request` */
export function rangeOf({ from, to }: Pick<ViewsOptions, 'from' | 'to'>): { dateFrom?: Date; dateTo?: Date } {
  if (from !== undefined && to !== undefined && from > to) {
    throw new CopydeskError('invalid_request', '--from must not be after --to.');
  }
  return { dateFrom: from, dateTo: to };
}

/** Returns a note on what other products have counted for the shown views; none when they counted nothing. */
export function sourceNotes({ sources }: { sources?: Sources }): string[] {
  const counts = Object.entries(sources ?? {}).map(([source, views]) => `${views.toLocaleString('en')} by ${source}`);
  return counts.length === 0 ? [] : [`Imported from other products: ${counts.join(', ')}.`];
}

/** Prints the range of the result when it differs from the requested one. */
export function printRange(terminal: Terminal, range: Reading<unknown>['range']): void {
  if (range === undefined) return;
  const [from, to] = [range.from, range.to].map((at) => at?.toISOString().slice(0, 10));
  const days = [from && `from ${from}`, to && `before ${to}`].filter((part) => part !== undefined).join(' and ');
  terminal.err(`Counted by whole days, ${days}: older views are not kept one by one.\n`);
}
