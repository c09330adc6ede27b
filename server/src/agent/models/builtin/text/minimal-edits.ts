import { applyChanges } from './change.ts';
import type { Change } from './change.ts';

/** One edit of the tool `edit_file`: `old` occurs exactly once in the file. */
export type Edit = { old: string; new: string };

/** More edits of one file than this are merged, so that the time stays linear in the file's size. */
const maximumEdits = 60;

/**
 * Returns the edits that make these changes. They consist of whole lines without their last line break, as few as make
 * each `old` unique in the text. They are exact to the byte and do not overlap.
 *
 * @param text not empty: an empty file contains nothing that an edit could quote.
 * @param changes sorted, not overlapping.
 */
export function minimalEdits(text: string, changes: readonly Change[]): Edit[] {
  if (changes.length === 0) return [];
  return uniqueBlocks(text, groupByLines(text, changes)).map((block) => toEdit(text, block));
}

/** A run of whole lines and the changes within it. */
interface Block {
  start: number;
  end: number;
  changes: Change[];
}

function groupByLines(text: string, changes: readonly Change[]): Block[] {
  let blocks = changes.map((change) => ({
    start: lineStart(text, change.start),
    end: lineEnd(text, change.end),
    changes: [change],
  }));
  blocks = mergeBlocks(blocks, 0);
  for (let gap = 256; blocks.length > maximumEdits; gap *= 2) blocks = mergeBlocks(blocks, gap);
  return blocks;
}

/** Merges blocks that overlap, touch, or are at most `gap` code units apart. */
function mergeBlocks(blocks: readonly Block[], gap: number): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (last === undefined || block.start > last.end + gap) {
      merged.push({ ...block, changes: [...block.changes] });
      continue;
    }
    last.end = Math.max(last.end, block.end);
    last.changes.push(...block.changes);
  }
  return merged;
}

/** Extends each block by lines before and after it, more each time, until its text occurs only once. */
function uniqueBlocks(text: string, blocks: readonly Block[]): Block[] {
  const widened = blocks.map((block) => {
    let { start, end } = block;
    for (let lines = 1; !isUnique(text, text.slice(start, end)); lines *= 2) {
      for (let count = 0; count < lines; count += 1) {
        start = lineStart(text, start - 1);
        end = nextLineEnd(text, end);
      }
    }
    return { start, end, changes: block.changes };
  });
  return mergeBlocks(widened, 0);
}

function isUnique(text: string, part: string): boolean {
  return part !== '' && text.indexOf(part) === text.lastIndexOf(part);
}

function toEdit(text: string, block: Block): Edit {
  const old = text.slice(block.start, block.end);
  const moved = block.changes.map((change) => ({
    start: change.start - block.start,
    end: change.end - block.start,
    text: change.text,
  }));
  return { old, new: applyChanges(old, moved) };
}

function lineStart(text: string, position: number): number {
  return position <= 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1;
}

function nextLineEnd(text: string, position: number): number {
  const newline = text.indexOf('\n', position);
  return newline === -1 ? text.length : lineEnd(text, newline + 1);
}

/** Returns where a line's own text ends: before its line break. */
function lineEnd(text: string, position: number): number {
  const newline = text.indexOf('\n', position);
  if (newline === -1) return text.length;
  return newline > position && text[newline - 1] === '\r' ? newline - 1 : newline;
}
