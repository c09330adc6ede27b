import { lineAt } from '../text/lines.ts';
import { otherFrontMatterValues } from '../parse/other-front-matter.ts';
import type { PageFacts, PageLink } from '../parse/page-facts.ts';
import type { Span } from '../tree.ts';
import { tokensOf, type PageToken, type ParsedPage } from './page-tokens.ts';
import { wordFault } from './word-change.ts';

/** What a page gets instead of what, where only targets of links and words of prose differ. */
export interface PageChange {
  words: { from: string; to: string; line: number }[];
  targets: { from: string; to: string; line: number; link: PageLink }[];
}

/**
 * Compares two versions of a page, piece by piece. Returns why a person must decide if they differ in more than targets
 * of links and single words of prose. Both parses must find the same structure at the same places: a target that closes
 * its link early, or a word that begins a list, is no small change.
 */
export function comparePages(before: ParsedPage, after: ParsedPage): PageChange | { because: string } {
  if (before.page.faults.length + after.page.faults.length > 0) return { because: 'it cannot be parsed for certain' };
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const pairs = old.map((token, index): [PageToken, PageToken | undefined] => [token, now[index]]);
  const odd = pairs.find(
    ([one, other]) => other?.kind !== one.kind || (one.kind === 'other' && one.text !== other.text),
  );
  if (odd !== undefined || old.length !== now.length) {
    const line = lineAt(before.text, odd?.[0].start ?? before.text.length);
    return { because: `line ${line} changes in more than words and targets of links` };
  }
  if (structureOf(before, old) !== structureOf(after, now)) return { because: 'its structure changes' };
  const change: PageChange = { words: [], targets: [] };
  for (const [one, other] of pairs) {
    if (other === undefined || one.text === other.text) continue;
    const because = noteChange(change, { before, after }, one, other);
    if (because !== undefined) return { because: `line ${lineAt(after.text, other.start)}: ${because}` };
  }
  return change;
}

function noteChange(
  change: PageChange,
  { before, after }: { before: ParsedPage; after: ParsedPage },
  one: PageToken,
  other: PageToken,
): string | undefined {
  const changed = { from: one.text, to: other.text, line: lineAt(after.text, other.start) };
  if (other.link !== undefined) {
    change.targets.push({ ...changed, link: other.link });
    return undefined;
  }
  const fault = placeFault(before, one) ?? placeFault(after, other) ?? wordFault(one.text, other.text);
  if (fault === undefined) change.words.push(changed);
  return fault && `"${one.text}" becomes "${other.text}": ${fault}`;
}

/** Returns why a word at a place is no prose, or decides more than what readers see. */
function placeFault({ text, page }: ParsedPage, word: Span): string | undefined {
  const touches = (span: Span) => span.start < word.end && word.start < span.end;
  if (page.frontMatter !== undefined && touches(page.frontMatter)) return 'it is in the front matter';
  if (word.start < (otherFrontMatterValues(text)?.end ?? 0)) return 'it is in the front matter';
  if (page.headings.some(touches)) return 'it is in a heading, which makes an address';
  if (page.code.some(touches)) return 'it is in code, a tag or an address';
  const [left, right] = [text.slice(Math.max(0, word.start - 2), word.start), text.slice(word.end, word.end + 2)];
  return nameBefore.test(left) || nameAfter.test(right) ? 'it is part of a name, a path or a sign' : undefined;
}

/** `@word`, `/word`, `.word`, `--word`; but not the second half of `well-word`. */
const nameBefore = /[@#$%&/\\=<{|^~+:.]$|(?:^|[^\p{L}])-$/u;
/** `word/`, `word=`, `word()`, `word.md`; but not the end of a sentence. */
const nameAfter = /^(?:[@#$%&/\\=>}|^~+(]|[.:][^\s.:])/;

/**
 * Returns all places of the structure by the index of the piece at which they begin and end. Places in the middle of a
 * piece get their distance from its beginning.
 */
function structureOf({ page }: ParsedPage, tokens: readonly PageToken[]): string {
  const at = indexOf(tokens);
  const spanOf = ({ start, end }: Span) => `${at(start)}-${at(end)}`;
  return JSON.stringify([
    page.frontMatter && spanOf(page.frontMatter),
    page.headings.map((heading) => [heading.depth, heading.style, heading.id, spanOf(heading)]),
    page.links.map((link) => [...kindOf(link), spanOf(link), spanOf(link.span), link.label && spanOf(link.label)]),
    page.references.map((reference) => [reference.identifier, reference.image, spanOf(reference)]),
    page.code.map(spanOf),
    page.imports.map(({ span }) => spanOf(span)),
    page.files.map(({ element, span }) => [element, spanOf(span)]),
    page.ids,
    page.components,
  ]);
}

function kindOf({ kind, image, identifier, element, attribute }: PageFacts['links'][number]) {
  return [kind, image, identifier, element, attribute];
}

function indexOf(tokens: readonly PageToken[]): (offset: number) => string {
  return (offset) => {
    let [low, high] = [0, tokens.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((tokens[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const token = tokens[low];
    if (token === undefined) return 'end';
    return offset === token.end ? `${low + 1}` : `${low}+${offset - token.start}`;
  };
}
