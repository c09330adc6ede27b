import { linesOf } from '../../edit/lines.ts';
import { moveRanges } from '../../text/line-ranges.ts';
import type { LineRange } from '../../text/line-ranges.ts';
import type { TransferPlan } from '../../ports.ts';
import { readTextFile } from '../../text/text-file.ts';
import type { TextFile } from '../../text/text-file.ts';
import { saveMarks, lineChanges } from './save-marks.ts';
import type { ToolContext } from '../tool.ts';

interface HeldTransfer {
  file: TextFile;
  /** The whole file when absent. */
  lines: LineRange | undefined;
  to: string;
  /** The text that the model put in place of the lines. */
  leave: string | undefined;
}

/**
 * Saves the marks of a text that is about to move, and of all files that the plan edits. Lines that the model has seen
 * stay marked as seen at their new place, also when links in them and the levels of headings have changed.
 */
export async function saveTransferMarks(
  context: Pick<ToolContext, 'tree' | 'marks'>,
  { file, lines, to, leave = '' }: HeldTransfer,
  { edits, placed }: TransferPlan,
): Promise<() => Promise<void>> {
  const { tree, marks } = context;
  const all = linesOf(file.text).map(({ content }) => content);
  const range = lines ?? { from: 1, to: all.length };
  const isRead = marks.hasLines(file.path, file.blob, range, 'part');
  const whole = marks.wholeAmong(file.path, file.blob, range);
  const moved = all.slice(range.from - 1, range.to).join('\n');
  const stand = { from: placed.first, to: placed.last };
  const letMarksFollow = await saveMarks(
    context,
    edits.map(({ path }) => path),
    { isRepair: leave.trim() === '' },
  );
  return async () => {
    await letMarksFollow({ inserted: { path: to, lines: stand } });
    if (placed.isNew && isRead) marks.setPresent(tree, to);
    if (placed.isNew || (!isRead && whole.length === 0)) return;
    const { blob, text } = await readTextFile(tree, to);
    const present = linesOf(text).map(({ content }) => content);
    const changes = lineChanges(moved, present.slice(stand.from - 1, stand.to).join('\n'));
    const seen = moveRanges(whole, changes, false).map((one) => ({
      from: one.from + stand.from - 1,
      to: one.to + stand.from - 1,
    }));
    marks.setLines(to, blob, [...seen, ...reportedLines(present, placed)], isRead ? [stand] : []);
  };
}

/**
 * Returns the heading above the text, which the result names, and the empty lines between it and the text around it.
 */
function reportedLines(lines: string[], { first, last, heading }: TransferPlan['placed']): LineRange[] {
  const empty = [first - 1, first + 1, last + 1].filter((line) => lines[line - 1]?.trim() === '');
  return [...(heading === undefined ? [] : [first]), ...empty].map((line) => ({ from: line, to: line }));
}
