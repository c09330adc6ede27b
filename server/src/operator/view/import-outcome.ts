import { dropReasons, errorTable } from '@copydesk/contract';
import type { ImportedFile, ImportSummary } from '../../analytics/import/import-request.ts';
import { countsOf } from '../../analytics/import/tally.ts';
import type { ImportCounts } from '../../analytics/import/tally.ts';
import { paintFor } from '../output/paint.ts';
import { printable, printableLine } from '../output/text-width.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Returns the result of an import, as `--json` shows it. */
export function presentImport(summary: ImportSummary, dryRun: boolean) {
  const { stopped, files, ...counts } = summary;
  return { dryRun, import: summary.import, stopped, ...presentCounts(counts), files: files.map(presentFile) };
}

/** Keeps the same order of counts for each file and for the total. */
function presentCounts({ lines, accepted, duplicates, ignored, dropped, readers, likelyFetchedAhead }: ImportCounts) {
  return { lines, accepted, duplicates, ignored, dropped, readers, likelyFetchedAhead };
}

function presentFile(file: ImportedFile) {
  const { error, unreadable, format, linesBefore, unfinished } = file;
  return {
    file: file.file,
    format: format ?? null,
    linesBefore,
    ...presentCounts(file),
    unreadable,
    unfinished,
    error:
      error === undefined ? null : { code: error.code, title: errorTable[error.code].title, detail: error.message },
  };
}

/** Prints the result of an import for a person. */
export function printImport(terminal: Terminal, summary: ImportSummary, { dryRun }: { dryRun: boolean }): void {
  const paint = paintFor(terminal.colours.out);
  const { lines, accepted, duplicates, ignored, dropped, readers } = summary;
  const line = (count: number, text: string): void => {
    if (count > 0) terminal.out(`${number(count).padStart(12)}  ${text}\n`);
  };
  const verb = dryRun ? 'would be counted' : 'counted';
  terminal.out(`${paint.strong(`${number(lines)} new ${lines === 1 ? 'line' : 'lines'}`)}\n`);
  line(accepted, paint.good(verb));
  line(duplicates, 'counted before');
  line(ignored, 'contain no request');
  for (const [reason, count] of countsOf(dropped).sort((left, right) => right[1] - left[1])) {
    line(count, `${paint.careful(reason)}  ${paint.faint(dropReasons[reason])}`);
  }
  if (accepted + duplicates > 0) {
    const { human, ai, bot, notFound } = readers;
    terminal.out(
      `Readers: ${number(human)} people, ${number(ai)} AI, ${number(bot)} other bots; ${number(notFound)} asked for ` +
        'pages that were not there\n',
    );
  }
  if (accepted > 0 && summary.import !== null) {
    terminal.tell(`This is import ${summary.import}; "copydesk views imports undo" removes it again\n`);
  }
  for (const file of summary.files) printUnread(terminal, file);
  if (summary.stopped) terminal.err('Stopped. The same command continues from here.\n');
}

/** Prints which parts of a file were not read, and why. */
function printUnread(terminal: Terminal, { file, unreadable, unfinished, dropped, error }: ImportedFile): void {
  const paint = paintFor(terminal.colours.err);
  const name = printableLine(file);
  for (const { line, detail, text } of unreadable) {
    terminal.err(`${paint.careful(`${name}:${line}`)} cannot be read: ${detail}: ${printableLine(text)}\n`);
  }
  const more = (dropped.unreadable ?? 0) - unreadable.length;
  if (more > 0) terminal.err(`${name}: ${number(more)} more cannot be read\n`);
  if (unfinished) terminal.err(`${name}: the last line is not complete yet, and is left for the next import\n`);
  if (error !== undefined) terminal.err(`${paint.bad('copydesk:')} ${printable(error.message)}\n`);
}

function number(count: number): string {
  return count.toLocaleString('en');
}
