import { findBreaks } from './find-breaks.ts';
import type { Break } from './find-breaks.ts';

/**
 * Finds a place in another version of its file: the same break of the same line, in the same column of it. Of several, the
 * nearest is meant.
 */
export function findSame(place: Break, source: string, other: string): Break | undefined {
  const column = columnOf(place, source);
  return findBreaks(place.file, other)
    .filter(
      (one) =>
        one.kind === place.kind &&
        one.code === place.code &&
        one.change === place.change &&
        columnOf(one, other) === column,
    )
    .toSorted((a, b) => Math.abs(a.line - place.line) - Math.abs(b.line - place.line))[0];
}

/** Counts from the first character that is not a space: a line may be indented more. */
function columnOf({ start }: Break, source: string): number {
  return source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trimStart().length;
}
