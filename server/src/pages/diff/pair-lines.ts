import type { DiffLine } from './hunks.ts';

/** A removed line beside the added line that replaced it, or either of them alone. */
export interface LinePair {
  removed?: DiffLine;
  added?: DiffLine;
}

/** Larger changes are paired by position. This many comparisons take about a millisecond. */
const mostComparisons = 900;

/** The least similarity of two lines that stand beside each other, from 0 to 1. */
const leastSimilarity = 0.4;

/**
 * Sets the removed and added lines of one change side by side, in order. An alignment with the greatest total
 * similarity finds the lines that became each other. The remaining lines fill the rows between.
 */
export function pairLines(removed: readonly DiffLine[], added: readonly DiffLine[]): LinePair[] {
  if (removed.length === added.length || removed.length * added.length > mostComparisons) {
    return besideEachOther(removed, added);
  }
  const rows: LinePair[] = [];
  let oldDone = 0;
  let newDone = 0;
  for (const [oldIndex, newIndex] of matches(removed, added)) {
    rows.push(...besideEachOther(removed.slice(oldDone, oldIndex), added.slice(newDone, newIndex)));
    rows.push({ removed: removed[oldIndex], added: added[newIndex] });
    oldDone = oldIndex + 1;
    newDone = newIndex + 1;
  }
  return [...rows, ...besideEachOther(removed.slice(oldDone), added.slice(newDone))];
}

function besideEachOther(removed: readonly DiffLine[], added: readonly DiffLine[]): LinePair[] {
  const length = Math.max(removed.length, added.length);
  return Array.from({ length }, (_, index) => ({ removed: removed[index], added: added[index] }));
}

/**
 * Finds pairs of indexes in order, by dynamic programming over all similarities (as for a longest common subsequence).
 */
function matches(removed: readonly DiffLine[], added: readonly DiffLine[]): [number, number][] {
  const oldWords = removed.map((line) => wordsOf(line.text));
  const newWords = added.map((line) => wordsOf(line.text));
  const scores = oldWords.map((old) => newWords.map((other) => likeness(old, other)));
  const score = (row: number, column: number) => scores[row]?.[column] ?? 0;
  const best: number[][] = Array.from({ length: removed.length + 1 }, () => Array(added.length + 1).fill(0));
  const bestFrom = (row: number, column: number) => best[row]?.[column] ?? 0;
  for (let row = removed.length - 1; row >= 0; row -= 1) {
    for (let column = added.length - 1; column >= 0; column -= 1) {
      const together = bestFrom(row + 1, column + 1) + score(row, column);
      best[row]?.splice(column, 1, Math.max(together, bestFrom(row + 1, column), bestFrom(row, column + 1)));
    }
  }
  return walkTable({ rows: removed.length, columns: added.length, score, bestFrom });
}

function walkTable(table: {
  rows: number;
  columns: number;
  score: (row: number, column: number) => number;
  bestFrom: (row: number, column: number) => number;
}): [number, number][] {
  const path: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < table.rows && column < table.columns) {
    const here = table.bestFrom(row, column);
    if (here === table.bestFrom(row + 1, column)) row += 1;
    else if (here === table.bestFrom(row, column + 1)) column += 1;
    else path.push([row++, column++]);
  }
  return path;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}_]+/gu));
}

/** Returns the share of words that two lines have in common (Dice's coefficient); 0 when it is below {@link leastSimilarity}. */
function likeness(one: Set<string>, other: Set<string>): number {
  if (one.size + other.size === 0) return 0;
  const shared = [...one].filter((word) => other.has(word)).length;
  const share = (2 * shared) / (one.size + other.size);
  return share < leastSimilarity ? 0 : share;
}
