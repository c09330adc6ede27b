import { diffWordsWithSpace } from 'diff';

/** A piece of a line, and whether it differs from the other line. */
export interface Segment {
  text: string;
  changed: boolean;
}

/** Longer lines are shown without marks: the time to find them grows with the square of what differs. */
const longestLine = 2_000;

/** Where more words than this differ, marks would be confetti. */
const mostDifferences = 120;

/**
 * What differs between a line and the line that replaced it, by words. Undefined when they have too little in common
 * for marks to tell anything, or are too long to be compared.
 */
export function compareWords(before: string, after: string): { before: Segment[]; after: Segment[] } | undefined {
  if (before.length > longestLine || after.length > longestLine) return undefined;
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
