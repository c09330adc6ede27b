import { createHash } from 'node:crypto';
import type { RunsWhere } from './code-rules.ts';
import type { CodePiece } from './piece.ts';

/** Thrown where a text cannot be read within the limits or the rules of its language: it may contain anything. */
export class UnreadableText extends Error {}

/**
 * Returns the piece of a text that cannot be read. Since it may contain anything, it is the same as another only if the
 * texts are equal: a change of such a page is never a change of words alone.
 */
export function unreadablePiece(reason: string, text: string, runs: RunsWhere = 'build'): CodePiece {
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { kind: 'unreadable', runs, key: `${reason} (${id})`, seek: '', offset: 0 };
}

/**
 * Counts the steps of a reader over a text. A reader that begins at every sign of a text may take the square of its
 * length, for texts that nobody writes.
 */
export function openBudget(text: string): { spend(steps: number): void } {
  let left = 1_000_000 + text.length * 20;
  return {
    /** @throws UnreadableText when nothing is left. */
    spend(steps) {
      left -= steps;
      if (left < 0) throw new UnreadableText('it takes too long to be read');
    },
  };
}
