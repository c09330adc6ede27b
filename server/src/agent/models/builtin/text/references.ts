import type { Page, Span } from '../../../ports.ts';
import type { Change } from './change.ts';

/**
 * Keeps reference links whole. When the text of a link is also the name of its definition, `[Acme docs]` becomes
 * `[Nimbus docs][Acme docs]`; the name in `[here][Acme docs]` stays as it is.
 *
 * @param changes sorted, not overlapping.
 */
export function keepReferences(text: string, page: Page, changes: readonly Change[]): Change[] {
  const names = definedNames(text, page);
  if (names.size === 0) return [...changes];
  const kept: Change[] = [];
  let last: Label | undefined;
  for (const change of changes) {
    if (last === undefined || change.start > last.end) {
      kept.push(...(last?.additions ?? []));
      last = labelAround(text, names, change);
    }
    if (last?.isName !== true) kept.push(change);
  }
  kept.push(...(last?.additions ?? []));
  return kept;
}

/**
 * Returns a test for a page's spans: whether one is the text of a link that is also the name of its definition, `[Acme
 * docs]` or `[Acme docs][]`. Such a text is prose, and {@link keepReferences} keeps the link.
 */
export function referenceTexts(text: string, page: Page): (span: Span) => boolean {
  const names = definedNames(text, page);
  return ({ start, end }) => {
    if (names.size === 0 || text[start - 1] !== '[' || text[end] !== ']' || text[start - 2] === ']') return false;
    const source = text.slice(start, end);
    return !/[`<]/u.test(source) && names.has(nameOf(source));
  };
}

/** A bracketed text that names a definition. */
interface Label {
  end: number;
  /** Whether it is only the name: `[Acme docs]` in `[here][Acme docs]`. */
  isName: boolean;
  /** What must follow so that the link still finds its definition. */
  additions: Change[];
}

function definedNames(text: string, page: Page): Set<string> {
  const names = new Set<string>();
  for (const link of page.links) {
    if (link.kind !== 'definition') continue;
    const source = text.slice(link.start, link.span.start);
    const end = source.indexOf(']:');
    if (source.startsWith('[') && end !== -1) names.add(nameOf(source.slice(1, end)));
  }
  return names;
}

/** Names are compared without regard to case and white space (CommonMark 4.7). */
function nameOf(label: string): string {
  return label.replace(/\s+/gu, ' ').trim().toLowerCase();
}

function labelAround(text: string, names: ReadonlySet<string>, change: Change): Label | undefined {
  const brackets = bracketsAround(text, change);
  if (brackets === undefined || !names.has(nameOf(text.slice(brackets.start + 1, brackets.end)))) return undefined;
  const isName = text[brackets.start - 1] === ']';
  return { end: brackets.end, isName, additions: isName ? [] : spelledOut(text, brackets) };
}

/** CommonMark allows at most 999 characters for a name. */
const longestName = 999;

function bracketsAround(text: string, change: Change): { start: number; end: number } | undefined {
  const floor = Math.max(0, change.start - longestName);
  const before = text.slice(floor, change.start);
  const start = before.lastIndexOf('[');
  if (start === -1 || before.includes(']', start)) return undefined;
  const end = text.slice(change.end, change.end + longestName).search(/[[\]]/u);
  if (end === -1 || text[change.end + end] !== ']') return undefined;
  return { start: floor + start, end: change.end + end };
}

/** Returns the name that must be added to `[name]` or `[name][]`; none when a target or another name follows. */
function spelledOut(text: string, brackets: { start: number; end: number }): Change[] {
  const after = brackets.end + 1;
  const label = text.slice(brackets.start, after);
  if (text.startsWith('[]', after)) return [{ start: after, end: after + 2, text: label }];
  if (text[after] === '[' || text[after] === '(') return [];
  return [{ start: after, end: after, text: label }];
}
