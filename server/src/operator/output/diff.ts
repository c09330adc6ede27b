import type { FileDiff, JobDiff } from '@copydesk/contract';
import type { Terminal } from '../terminal/terminal.ts';
import { type Paint, paintFor } from './paint.ts';
import { printable } from './text-width.ts';

/**
 * Prints a job's diff as `git diff` writes it, so that `git apply` accepts the output of a pipe. Only a terminal gets
 * colours, and visible control characters.
 */
export function printDiff(terminal: Terminal, diff: JobDiff): void {
  for (const line of diffLines(diff, terminal)) terminal.out(`${line}\n`);
}

/** Returns the lines that {@link printDiff} prints. */
export function diffLines(diff: JobDiff, terminal: Terminal): string[] {
  const paint = paintFor(terminal.colours.out);
  const shown = terminal.interactive.out ? printable : (text: string) => text;
  return diff.files.flatMap((file) => fileDiff(file, paint, shown));
}

/** Returns `3 files changed, 12 insertions, 4 deletions`. */
export function diffStat(diff: JobDiff): string {
  const { files, additions, deletions } = diff;
  return [count(files.length, 'file') + ' changed', count(additions, 'insertion'), count(deletions, 'deletion')].join(
    ', ',
  );
}

/** Returns `1 page`, `2 pages`, `1,200 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

function fileDiff(file: FileDiff, paint: Paint, shown: (text: string) => string): string[] {
  const head = header(file).map((line) => paint.strong(shown(line)));
  const body = file.patch === '' ? [] : shown(file.patch.replace(/\n$/, '')).split('\n');
  return [...head, ...body.map((line) => coloured(line, paint))];
}

function header(file: FileDiff): string[] {
  const before = `a/${file.oldPath ?? file.path}`;
  const after = `b/${file.path}`;
  const lines = [`diff --git ${before} ${after}`];
  if (file.change === 'added') lines.push('new file mode 100644');
  if (file.change === 'deleted') lines.push('deleted file mode 100644');
  if (file.oldPath !== null) lines.push(`rename from ${file.oldPath}`, `rename to ${file.path}`);
  if (file.binary) lines.push(`Binary files ${before} and ${after} differ`);
  else if (file.patch !== '') {
    lines.push(`--- ${file.change === 'added' ? '/dev/null' : before}`);
    lines.push(`+++ ${file.change === 'deleted' ? '/dev/null' : after}`);
  }
  return lines;
}

function coloured(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint.good(line);
  if (line.startsWith('-')) return paint.bad(line);
  return line.startsWith('@@') ? paint.place(line) : line;
}
