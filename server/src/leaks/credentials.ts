import { assignedIn } from './assigned.ts';
import type { Credential } from './credential.ts';
import { isExample } from './example.ts';
import { formsIn } from './forms.ts';
import { listedIn } from './rule-set.ts';

/** The text is searched in pieces of this length, and other work comes between them: a piece takes 5 ms. */
const pieceLength = 64 * 1024;
/** Pieces overlap, so that what stands across a border is whole in one of them: a private key has 3,300 characters. */
const overlap = 8 * 1024;

/**
 * The credentials in a text by their form, sorted by where they begin; examples and placeholders are none. Where two
 * rules find the same, the first one counts.
 *
 * @param signal ends the search between two pieces.
 */
export async function credentialsIn(text: string, signal?: AbortSignal): Promise<Credential[]> {
  const found: Credential[] = [];
  for (let from = 0; from === 0 || from + overlap < text.length; from += pieceLength - overlap) {
    if (from > 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    const piece = text.slice(from, from + pieceLength);
    const inPiece = [...(await listedIn(piece)), ...formsIn(piece), ...assignedIn(piece)];
    const real = inPiece.filter(({ rule, start, end }) => !isExample(piece.slice(start, end), rule));
    found.push(...real.map(({ rule, start, end }) => ({ rule, start: from + start, end: from + end })));
  }
  return withoutOverlaps(found);
}

function withoutOverlaps(found: readonly Credential[]): Credential[] {
  const kept: Credential[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
    else if (one.end > last.end) kept[kept.length - 1] = { ...last, end: one.end };
  }
  return kept;
}
