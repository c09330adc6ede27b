import { cut } from '../text/cut.ts';
import type { Line } from './lines.ts';
import { linesOf } from './lines.ts';

const comparedLines = 20;
const shownLines = 10;
const shownCharacters = 300;
const leastLikeness = 0.4;

/**
 * Returns the lines of a file that are most similar to a text that was not found, for the model to read; undefined when
 * nothing is similar. Similarity is the share of words in common (Dice); only this hint uses it, never an edit.
 */
export function nearestLines(lines: Line[], old: string): string | undefined {
  const wanted = linesOf(old)
    .slice(0, comparedLines)
    .map(({ content }) => words(content));
  const present = lines.map(({ content }) => words(content));
  let best = { first: -1, likeness: leastLikeness };
  for (let first = 0; first < present.length; first += 1) {
    const likeness = likenessAt(wanted, present, first);
    if (likeness > best.likeness) best = { first, likeness };
  }
  if (best.first === -1) return undefined;
  const shown = lines.slice(best.first, best.first + Math.min(Math.max(wanted.length, 1), shownLines));
  const range = shown.length === 1 ? `line ${best.first + 1}` : `lines ${best.first + 1}-${best.first + shown.length}`;
  return `The nearest, ${range}:\n${shown.map(({ content }) => cut(content, shownCharacters)).join('\n')}`;
}

function likenessAt(wanted: Set<string>[], present: Set<string>[], first: number): number {
  let common = 0;
  let all = 0;
  for (const [index, line] of wanted.entries()) {
    const other = present[first + index];
    all += line.size + (other?.size ?? 0);
    for (const word of line) if (other?.has(word) === true) common += 2;
  }
  return all === 0 ? 0 : common / all;
}

function words(line: string): Set<string> {
  return new Set(line.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
