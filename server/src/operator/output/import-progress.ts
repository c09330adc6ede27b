import type { FileProgress, ImportReport } from '../../analytics/import/import-request.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { paintFor } from './paint.ts';
import { cutToWidth, printableLine } from './text-width.ts';

const redrawMilliseconds = 100;
/** How often to report when the output is a pipe or a service's journal; followed logs go on for months. */
const reportMilliseconds = 10_000;
const followReportMilliseconds = 60_000;
const barColumns = 24;
const erase = '\r\u001B[2K';

/**
 * Shows the progress of an import on standard error. In a terminal it redraws a bar; elsewhere it prints a line every
 * ten seconds, one a minute for followed logs, and one when a file is done.
 */
export function openImportProgress(
  terminal: Terminal,
  now: () => Date,
  { follow }: { follow: boolean },
): ImportReport & { end: () => void } {
  const live = terminal.interactive.err;
  const every = live ? redrawMilliseconds : follow ? followReportMilliseconds : reportMilliseconds;
  let current = { file: '', since: 0, readBefore: 0 };
  let drawn = now().getTime();
  const clear = (): void => (live ? terminal.err(erase) : undefined);
  return {
    progress(progress) {
      const at = now().getTime();
      if (progress.file !== current.file) current = { file: progress.file, since: at, readBefore: progress.read };
      if (at - drawn < every) return;
      drawn = at;
      const seconds = (at - current.since) / 1000;
      const text = follow
        ? followedLine(progress)
        : progressLine(progress, { seconds, newlyRead: progress.read - current.readBefore, live });
      terminal.err(
        live ? erase + paintFor(terminal.colours.err).faint(cutToWidth(text, terminal.columns)) : `${text}\n`,
      );
    },
    file({ file, format, lines, linesBefore, accepted, error }) {
      clear();
      // The error is reported at the end.
      if (error !== undefined && format === undefined) return;
      const before = linesBefore > 0 ? ` after ${number(linesBefore)} of before` : '';
      const counted = `${format}, ${number(lines)} lines${before}, ${number(accepted)} counted`;
      terminal.err(`${printableLine(file)}: ${format === undefined ? 'nothing to read' : counted}\n`);
    },
    note(text) {
      clear();
      terminal.err(`${printableLine(text)}\n`);
    },
    end: clear,
  };
}

function followedLine({ file, lines, accepted }: FileProgress): string {
  return `Following ${printableLine(file)}: ${number(lines)} lines, ${number(accepted)} counted`;
}

/** Returns `access.log  [████████                ]  33%  1,234,567 lines  41,000/s  2:05 left`, the bar only in a terminal. */
function progressLine(
  { file, read, total, lines }: FileProgress,
  { seconds, newlyRead, live }: { seconds: number; newlyRead: number; live: boolean },
): string {
  const share = total === undefined || total === 0 ? undefined : Math.min(1, read / total);
  const rate = seconds > 0 ? lines / seconds : 0;
  const parts = [printableLine(file), `${number(lines)} lines`, `${number(Math.round(rate))}/s`];
  if (share !== undefined && total !== undefined) {
    const full = Math.floor(share * barColumns);
    const percent = `${Math.floor(100 * share)}%`;
    const bar = `[${'█'.repeat(full).padEnd(barColumns)}] ${percent.padStart(4)}`;
    parts.splice(1, 0, live ? bar : percent);
    if (newlyRead > 0) parts.push(`${clock(((total - read) * seconds) / newlyRead)} left`);
  }
  return parts.join('  ');
}

function clock(seconds: number): string {
  const whole = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
