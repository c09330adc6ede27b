import type { LineChange, LineRange } from '../text/line-ranges.ts';
import type { Replacement } from './edit.ts';
import { breaksIn, endsInBreak } from './line-endings.ts';
import { lineNumberAt } from './lines.ts';
import type { SearchedText } from './places.ts';

/** The lines of the old text that an edit changes; empty when it inserts lines. `edit` counts from 0. */
export interface TouchedLines extends LineRange {
  edit: number;
}

/** Returns the lines that each replacement touches. The replacements must be sorted and must not overlap. */
export function touchedLines(searched: SearchedText, replacements: readonly Replacement[]): TouchedLines[] {
  let before = { end: -1, leavesLineStart: true };
  return replacements.map((replacement) => {
    const { start, end, text, edit } = replacement;
    const line = searched.lines[lineNumberAt(searched.lines, start) - 1];
    // When the previous replacement ends at the same place, it determines whether a line begins there.
    const startsLine = before.end === start ? before.leavesLineStart : (line?.start ?? 0) === start;
    const leavesLineStart = text === '' ? startsLine : endsInBreak(text);
    before = { end, leavesLineStart };
    return { ...linesTouched(searched, replacement, startsLine, leavesLineStart), edit };
  });
}

/** Returns how sorted replacements that do not overlap change the lines of a text. */
export function lineChanges(
  { text }: SearchedText,
  replacements: readonly Replacement[],
  lines: readonly LineRange[],
): LineChange[] {
  const changes: LineChange[] = [];
  for (const [index, { start, end, text: wanted }] of replacements.entries()) {
    const { from, to } = lines[index] ?? { from: 1, to: 0 };
    const removed = to - from + 1;
    const more = breaksIn(wanted) - breaksIn(text.slice(start, end));
    const last = changes.at(-1);
    if (last === undefined || from >= last.from + last.removed) changes.push({ from, removed, added: removed + more });
    else {
      // Two replacements on one line.
      const further = Math.max(0, from + removed - last.from - last.removed);
      last.removed += further;
      last.added += further + more;
    }
  }
  return changes;
}

function linesTouched(
  { lines, text }: SearchedText,
  { start, end }: Replacement,
  startsLine: boolean,
  leavesLineStart: boolean,
): LineRange {
  if (start === text.length && (text === '' || endsInBreak(text))) return { from: lines.length + 1, to: lines.length };
  const from = lineNumberAt(lines, start);
  if (start === end) return { from, to: startsLine && leavesLineStart ? from - 1 : from };
  const last = lineNumberAt(lines, end - 1);
  const joinsNext = lines[last - 1]?.next === end && !leavesLineStart && last < lines.length;
  return { from, to: joinsNext ? last + 1 : last };
}
