import { diffWordsWithSpace } from 'diff';

/** A piece of a line, and whether it differs from the other line. */
export interface Segment {
  text: string;
  changed: boolean;
}

/**
 * The most words that may differ. With more, so many marks would not help a reader, and the time grows with the square
 * of the number.
 */
const mostDifferences = 60;

/**
 * How much of a page is compared by words: 2,000 lines of a usual length. The worst known input, lines of single digits
 * in another order, takes about 0.3 s for this much.
 */
const charactersPerPage = 400_000;

/** How many characters of changed lines may still be compared. Lines after that are not marked. */
export interface WordBudget {
  characters: number;
}

export function newWordBudget(): WordBudget {
  return { characters: charactersPerPage };
}

/**
 * Compares a line with the line that replaced it, by words. Returns undefined when they have too little in common for
 * marks to be useful, or when the budget is used up.
 */
export function compareWords(
  before: string,
  after: string,
  budget: WordBudget,
): { before: Segment[]; after: Segment[] } | undefined {
  const characters = before.length + after.length;
  if (characters > budget.characters) return undefined;
  budget.characters -= characters;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostDifferences });
  if (parts === undefined) return undefined;
  const marked: { before: Segment[]; after: Segment[] } = { before: [], after: [] };
  let common = 0;
  for (const { value, added, removed } of parts) {
    if (!added && !removed) common += value.trim().length;
    if (!added) marked.before.push({ text: value, changed: removed });
    if (!removed) marked.after.push({ text: value, changed: added });
  }
  const longer = Math.max(before.trim().length, after.trim().length);
  if (common < longer * 0.3) return undefined;
  return { before: joinAcrossSpace(marked.before), after: joinAcrossSpace(marked.after) };
}

/** Joins two changed words with an unchanged space between them into one mark. */
function joinAcrossSpace(segments: Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const [index, { text, changed }] of segments.entries()) {
    const bridges = text.trim() === '' && joined.at(-1)?.changed === true && segments[index + 1]?.changed === true;
    const segment = { text, changed: changed || bridges };
    const last = joined.at(-1);
    if (last?.changed === segment.changed) last.text += segment.text;
    else joined.push(segment);
  }
  return joined;
}
