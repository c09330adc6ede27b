import { diffArrays } from 'diff';
import { withoutMark } from './byte-order-mark.ts';
import { linesOf } from './lines.ts';

/**
 * Lines that replace others; either may be empty. `oldLine` and `newLine` count from 1, in the old and the new text.
 */
export interface ChangedLines {
  oldLine: number;
  removed: string[];
  newLine: number;
  added: string[];
}

/**
 * For texts that differ more, no shortest diff is computed: its time grows with the square of the number of changes.
 */
const mostChanges = 800;

/** Returns where the lines of two texts differ, from top to bottom, ignoring line endings. */
export function changedLines(before: string, after: string): ChangedLines[] {
  const [old, now] = [contentsOf(before), contentsOf(after)];
  const changes = diffArrays(old, now, { maxEditLength: mostChanges });
  if (changes === undefined) return lineByLine(old, now);
  const blocks: ChangedLines[] = [];
  let [oldLine, newLine] = [1, 1];
  let block: ChangedLines | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) block = undefined;
    else if (block === undefined) {
      block = { oldLine, removed: [], newLine, added: [] };
      blocks.push(block);
    }
    if (block !== undefined && added) block.added = block.added.concat(value);
    if (block !== undefined && removed) block.removed = block.removed.concat(value);
    if (!added) oldLine += value.length;
    if (!removed) newLine += value.length;
  }
  return blocks;
}

function contentsOf(text: string): string[] {
  return linesOf(withoutMark(text)).map(({ content }) => content);
}

/**
 * Compares line by line when the number of lines is the same, as after a replacement in very many lines. Otherwise
 * returns everything between the first and the last difference as one change.
 */
function lineByLine(old: string[], now: string[]): ChangedLines[] {
  if (old.length !== now.length) return [changeBetween(old, now)];
  const blocks: ChangedLines[] = [];
  for (const [index, line] of now.entries()) {
    const former = old[index] ?? '';
    if (former === line) continue;
    const last = blocks.at(-1);
    if (last !== undefined && last.newLine + last.added.length === index + 1) {
      last.removed.push(former);
      last.added.push(line);
    } else blocks.push({ oldLine: index + 1, removed: [former], newLine: index + 1, added: [line] });
  }
  return blocks;
}

function changeBetween(old: string[], now: string[]): ChangedLines {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return {
    oldLine: head + 1,
    removed: old.slice(head, old.length - tail),
    newLine: head + 1,
    added: now.slice(head, now.length - tail),
  };
}
