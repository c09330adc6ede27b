import type { ReadabilityWarning } from '@copydesk/contract';
import type { Terminal } from '../terminal/terminal.ts';
import { paintFor } from './paint.ts';
import { printableLine } from './text-width.ts';

/** More would hide the table above them; `--json` has them. */
const mostShown = 50;

/** Prints the first warnings about AI readers after an empty line, one a line, and how many more there are. */
export function printWarnings(terminal: Terminal, warnings: ReadabilityWarning[], all: number): void {
  const paint = paintFor(terminal.colours.out);
  const shown = warnings.slice(0, mostShown);
  if (shown.length > 0) terminal.out('\n');
  for (const { path, line, rule, message } of shown) {
    terminal.out(`${paint.place(printableLine(`${path}:${line}`))}  ${rule}  ${printableLine(message)}\n`);
  }
  const more = all - shown.length;
  if (more > 0) terminal.out(`… and ${more.toLocaleString('en')} more, in the output of --json\n`);
}
