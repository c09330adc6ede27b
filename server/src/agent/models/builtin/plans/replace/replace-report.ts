import type { InstructionOf } from '../../grammar/instruction.ts';
import { SkippedHistory } from '../skipped-history.ts';
import type { EarlierHeadings } from '../fix/fix-anchors.ts';
import type { Outcome } from '../plan.ts';
import { count, quote } from './words.ts';

type Replace = InstructionOf<'replace'>;

/** The counts of a term's occurrences. */
export interface Tally {
  /** Occurrences that were replaced. */
  places: number;
  /** Occurrences in code, tags and addresses. */
  elsewhere: number;
  /** Longer words of the prose that contain the term, with how often each was seen. */
  longerWords: Map<string, number>;
  /** Occurrences on pages that describe the past. */
  skipped: SkippedHistory;
  /** Occurrences in Markdown files that are no pages of the site, by file. */
  otherMarkdown: Map<string, number>;
  /** How many more such files contain the term's text, and were not read. */
  otherMarkdownUnread: number;
  /** Whether attributes of tags were changed, such as titles that have anchors. */
  tags: boolean;
  /** New titles of pages, by the old ones. */
  titles: Map<string, string>;
  /** The old headings of pages where a heading changes. */
  headings: EarlierHeadings;
}

/** Returns a tally with nothing counted yet. */
export function emptyTally(): Tally {
  return {
    places: 0,
    elsewhere: 0,
    longerWords: new Map(),
    skipped: new SkippedHistory(),
    otherMarkdown: new Map(),
    otherMarkdownUnread: 0,
    tags: false,
    titles: new Map(),
    headings: new Map(),
  };
}

/** Reports what was replaced and what was left. */
export function reportReplace(
  instruction: Replace,
  tally: Tally,
  { searched, changed }: { searched: number; changed: number },
): Outcome {
  const { from, to } = instruction;
  const title = `Replace ${quote(from)} with ${quote(to)}`;
  const elsewhere = [
    ...leftInCode(instruction, tally),
    ...leftInLongerWords(tally),
    ...tally.skipped.sentences('occurrence'),
    ...leftInOtherMarkdown(tally),
  ];
  if (changed > 0) {
    const done = `Replaced ${count(tally.places, 'occurrence')} of ${quote(from)} with ${quote(to)} on ${count(changed, 'page')}.`;
    return { title, changed: true, notes: [done, ...elsewhere], left: [] };
  }
  const nothing = `${quote(from)} was not found in the text of ${count(searched, 'page')}, so nothing was replaced.`;
  return { title, changed: false, notes: [nothing, ...elsewhere], left: [] };
}

function leftInCode({ includingCode }: Replace, { elsewhere }: Tally): string[] {
  if (elsewhere === 0) return [];
  const hint = includingCode ? '' : ' (say "including code" to change code blocks and inline code too)';
  return [`Left ${count(elsewhere, 'occurrence')} in code, tags or addresses${hint}.`];
}

/** How many of the longer words are named. */
const wordsNamed = 5;

function leftInLongerWords({ longerWords }: Tally): string[] {
  if (longerWords.size === 0) return [];
  const ordered = [...longerWords].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  const all = ordered.reduce((sum, [, number]) => sum + number, 0);
  const named = ordered.slice(0, wordsNamed).map(([word]) => quote(word));
  const more = ordered.length > wordsNamed ? ', …' : '';
  return [`Left ${count(all, 'occurrence')} within longer words: ${named.join(', ')}${more}.`];
}

/** How many of the files are named. */
const filesNamed = 5;

function leftInOtherMarkdown({ otherMarkdown, otherMarkdownUnread }: Tally): string[] {
  if (otherMarkdown.size === 0) return [];
  const all = [...otherMarkdown.values()].reduce((sum, number) => sum + number, 0);
  const named =
    [...otherMarkdown.keys()].slice(0, filesNamed).join(', ') + (otherMarkdown.size > filesNamed ? ', …' : '');
  const unread = otherMarkdownUnread === 0 ? '' : `; ${count(otherMarkdownUnread, 'further file')} were not searched`;
  return [
    `Left ${count(all, 'occurrence')} in ${count(otherMarkdown.size, 'file')} that ${otherMarkdown.size === 1 ? 'is no page' : 'are no pages'} of the site: ${named} (name one, as in "in README.md", to change it too)${unread}.`,
  ];
}
