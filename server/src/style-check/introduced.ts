import type { StyleFinding } from './tree.ts';

/**
 * Returns `now` minus each finding of `past`, each subtracted once: first in its own file, then in any other. Text that
 * moves from one page to another brings its findings along, and the move did not cause them.
 */
export function newFindings(now: readonly StyleFinding[], past: readonly StyleFinding[]): StyleFinding[] {
  return subtract(subtract(now, past, placeOf), unmatchedPast(now, past), keyOf);
}

/** Returns the findings of the past that the present does not have in the same file. */
function unmatchedPast(now: readonly StyleFinding[], past: readonly StyleFinding[]): StyleFinding[] {
  return subtract(past, now, placeOf);
}

function subtract(
  from: readonly StyleFinding[],
  what: readonly StyleFinding[],
  key: (finding: StyleFinding) => string,
): StyleFinding[] {
  const counts = new Map<string, number>();
  for (const finding of what) counts.set(key(finding), (counts.get(key(finding)) ?? 0) + 1);
  return from.filter((finding) => {
    const left = counts.get(key(finding)) ?? 0;
    if (left > 0) counts.set(key(finding), left - 1);
    return left === 0;
  });
}

/** Returns a key without the line, which other edits move. */
function keyOf({ rule, subject, message }: StyleFinding): string {
  return JSON.stringify([rule, subject, message]);
}

function placeOf(finding: StyleFinding): string {
  return `${finding.path} ${keyOf(finding)}`;
}
