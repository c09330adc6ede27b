import { cut } from '../../text/cut.ts';
import { changedLines } from '../../edit/changed-lines.ts';
import type { ChangedLines } from '../../edit/changed-lines.ts';
import type { LineRange } from '../../text/line-ranges.ts';

/** How much of a diff is shown. */
interface DiffBounds {
  lines: number;
  characters: number;
}

const usualBounds: DiffBounds = { lines: 40, characters: 2_000 };

/**
 * Returns how a text changed, one line for each of its lines: `-12 old text`, `+12 new text`, numbered as in the old
 * and the new text. The middle of a long run is left out, as is the text of a long line around its change; the last
 * line may be `… N more lines`. Empty when the lines of both texts are the same.
 */
export function smallDiff(before: string, after: string, bounds: DiffBounds = usualBounds): string[] {
  const lines = changedLines(before, after).flatMap(blockLines);
  let characters = 0;
  const tooFar = lines.findIndex((line, index) => {
    characters += line.length + 1;
    return index >= bounds.lines || characters > bounds.characters;
  });
  return tooFar === -1 ? lines : [...lines.slice(0, tooFar), `… ${lines.length - tooFar} more lines`];
}

/** Returns the lines of the new text that such a diff shows, whole or in part. */
export function addedLines(diff: readonly string[]): LineRange[] {
  return diff.flatMap((shown) => {
    const line = Number(/^\+(\d+) /.exec(shown)?.[1] ?? 0);
    return line === 0 ? [] : [{ from: line, to: line }];
  });
}

/** A longer run is shown by its first and its last lines: the model wrote it, or has read it. */
const longestRun = 8;
const firstOfRun = 4;
const lastOfRun = 3;

function blockLines({ oldLine, removed, newLine, added }: ChangedLines): string[] {
  const isPaired = removed.length === added.length;
  const pairs = removed.map((line, index) => (isPaired ? shownPair(line, added[index] ?? '') : undefined));
  return [
    ...formatRun('-', oldLine, removed, (index) => pairs[index]?.[0]),
    ...formatRun('+', newLine, added, (index) => pairs[index]?.[1]),
  ];
}

function formatRun(
  sign: string,
  from: number,
  lines: string[],
  shown: (index: number) => string | undefined,
): string[] {
  const show = (index: number) => `${sign}${from + index} ${shown(index) ?? cutLine(lines[index] ?? '')}`;
  const indexes = [...lines.keys()];
  if (lines.length <= longestRun) return indexes.map(show);
  const left = lines.length - firstOfRun - lastOfRun;
  return [...indexes.slice(0, firstOfRun).map(show), `${sign} … ${left} lines`, ...indexes.slice(-lastOfRun).map(show)];
}

const longestLine = 160;

/** How much of a line is shown before and after its change when it is too long to be shown whole. */
const shownAround = 40;

/** Returns a line before and after the change; long ones are cut around the difference. */
function shownPair(before: string, after: string): [string, string] {
  if (before.length <= longestLine && after.length <= longestLine) return [before, after];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [from, behind] = [head - shownAround, tail - shownAround];
  return [excerpt(before, from, before.length - behind), excerpt(after, from, after.length - behind)];
}

function excerpt(line: string, from: number, to: number): string {
  const start = from <= 0 ? 0 : from;
  const end = Math.min(to, line.length);
  const middle = cutLine(line.slice(start, end).toWellFormed());
  return `${start === 0 ? '' : '…'}${middle}${end === line.length ? '' : '…'}`;
}

function cutLine(line: string): string {
  return line.length <= longestLine ? line : `${cut(line, longestLine)}…`;
}
