import { diffWordsWithSpace } from 'diff';

/** A piece of a line, and whether it differs from the other line. */
export interface Segment {
  text: string;
  changed: boolean;
}

/** Where more words than this differ, marks would be confetti; and the time grows with the square of it. */
const mostDifferences = 60;

/**
 * How much of a page is compared by words: 2,000 lines of a usual length. The worst that is known, lines of single
 * digits in another order, takes about 0.3 s for as much.
 */
const charactersPerPage = 400_000;

/** How many characters of changed lines may still be compared; the lines after that have no marks. */
export interface WordBudget {
  characters: number;
}

export function newWordBudget(): WordBudget {
  return { characters: charactersPerPage };
}

/**
 * What differs between a line and the line that replaced it, by words. Undefined when they have too little in common
 * for marks to tell anything, or the budget is used up.
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

/** Two changed words with an unchanged space between them are one mark. */
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
