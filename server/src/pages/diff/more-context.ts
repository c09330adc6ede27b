import type { Block, DiffLine, Hunk } from './hunks.ts';

/** Adds so many more context lines around each hunk of a file. Hunks that then touch are joined. */
export function withMoreContext(hunks: Hunk[], lines: readonly string[], more: number): Hunk[] {
  const wider: Hunk[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const last = wider.at(-1);
    const shownUntil = last === undefined ? 0 : endOf(last);
    const begin = Math.max(shownUntil + 1, hunk.newStart - more);
    const limit = (hunks[index + 1]?.newStart ?? lines.length + 1) - 1;
    const end = Math.min(limit, endOf(hunk) + more);
    const before = contextLines(lines, begin, hunk.newStart - 1, hunk.oldStart - hunk.newStart);
    const after = contextLines(lines, endOf(hunk) + 1, end, oldEndOf(hunk) - endOf(hunk));
    const blocks = joinBlocks([{ kind: 'context', lines: before }, ...hunk.blocks, { kind: 'context', lines: after }]);
    if (last !== undefined && begin === shownUntil + 1) last.blocks = joinBlocks([...last.blocks, ...blocks]);
    else wider.push({ ...hunk, newStart: begin, oldStart: hunk.oldStart - (hunk.newStart - begin), blocks });
  }
  return wider;
}

/** Whether the new file has lines outside of the hunks. */
export function hasMoreLines(hunks: Hunk[], lines: readonly string[]): boolean {
  let shown = 0;
  for (const hunk of hunks) shown += countNew(hunk);
  return shown < lines.length;
}

/** Splits a file into lines, without the empty one after its last line feed. */
export function fileLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function contextLines(lines: readonly string[], from: number, to: number, oldOffset: number): DiffLine[] {
  return lines.slice(from - 1, Math.max(from - 1, to)).map((text, index) => {
    return { text, number: from + index, oldNumber: from + index + oldOffset };
  });
}

function joinBlocks(blocks: Block[]): Block[] {
  const all: Block[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.kind === 'context' && block.lines.length === 0) continue;
    if (last?.kind === 'context' && block.kind === 'context') {
      all.splice(-1, 1, { kind: 'context', lines: [...last.lines, ...block.lines] });
    } else {
      all.push(block);
    }
  }
  return all;
}

function countNew({ blocks }: Hunk): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'context' ? block.lines : block.added).length, 0);
}

function countOld({ blocks }: Hunk): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'context' ? block.lines : block.removed).length, 0);
}

/** Returns the number of the last line of the new file that a hunk shows. */
function endOf(hunk: Hunk): number {
  return hunk.newStart + countNew(hunk) - 1;
}

function oldEndOf(hunk: Hunk): number {
  return hunk.oldStart + countOld(hunk) - 1;
}
