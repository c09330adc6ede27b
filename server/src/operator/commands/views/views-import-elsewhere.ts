import { CopydeskError } from '@copydesk/contract';
import type { SourceName } from '@copydesk/contract';
import { InvalidArgumentError } from 'commander';
import type { ElsewhereSummary } from '../../../analytics/elsewhere/import-request.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { openImportProgress } from '../../output/import-progress.ts';
import { paintFor } from '../../output/paint.ts';
import { signalExitCode } from '../../terminal/signals.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The options of `views import` for an export of another product. */
export interface ElsewhereOptions {
  project?: string;
  from: SourceName;
  host?: string;
  date?: string;
  until?: string;
  countedDays?: true;
  dryRun?: true;
  json?: true;
}

/** Imports the counts of another product. */
export async function importFromElsewhere(
  context: Context,
  files: string[],
  options: ElsewhereOptions & { format: string; fields?: unknown; follow?: true },
): Promise<void> {
  const { terminal, exit } = context;
  if (options.format !== 'auto' || options.fields !== undefined || options.follow) {
    throw new CopydeskError(
      'invalid_request',
      '--format, --fields and --follow are for logs, --from is for exports: do not mix them.',
    );
  }
  if (files.includes('-'))
    throw new CopydeskError('invalid_request', 'An export is read from files: name them instead of "-".');
  const { from: source, host, date, until, countedDays = false, dryRun = false } = options;
  const stop = new AbortController();
  const stopRequested = context.stopRequest();
  void stopRequested.then(() => stop.abort());
  const report = openImportProgress(terminal, context.now, { follow: false });
  const summary = await withServices(context, async (services) => {
    const id = await services.projectIdOf(options.project);
    const request = { source, files, host, date, until, countedDays, dryRun, signal: stop.signal, report };
    return await services.importElsewhere(id, request);
  }).finally(() => report.end());
  if (options.json) printJson(terminal, { dryRun, ...summary });
  else printSummary(terminal, summary, dryRun);
  if (summary.stopped) exit.code = signalExitCode(await stopRequested);
}

function printSummary(terminal: Terminal, summary: ElsewhereSummary, dryRun: boolean): void {
  const paint = paintFor(terminal.colours.out);
  if (summary.stopped) return terminal.err('Stopped. Nothing is counted.\n');
  const { human, ai, pages, days, first, last } = summary.counted;
  terminal.out(
    `${paint.strong(`${number(summary.rows)} ${summary.rows === 1 ? 'row' : 'rows'} of ${summary.source}`)}\n`,
  );
  if (days === 0) return terminal.out('Nothing new to count\n');
  terminal.out(`${number(human + ai).padStart(12)}  ${paint.good(dryRun ? 'would be counted' : 'counted')}\n`);
  const range = first === last ? `on ${first}` : `on ${number(days)} days from ${first} to ${last}`;
  terminal.out(`Readers: ${number(human)} people, ${number(ai)} AI; ${number(pages)} pages, ${range}\n`);
  if (summary.import !== null) {
    terminal.tell(`This is import ${summary.import}; "copydesk views imports undo" removes it again\n`);
  }
}

/** Parses `2026-11-21`. */
export function parseDay(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Give a day such as 2026-11-21.');
}

function number(count: number): string {
  return count.toLocaleString('en');
}
