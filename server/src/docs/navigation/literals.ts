import type { Literal } from '../literal/literal.ts';
import { entriesOf, textOf } from '../literal/literal.ts';
import type { FindPage, NavigationItem, NavigationReference } from './navigation.ts';

/** Returns an entry at the position of a literal, empty except for `parts`. */
export function itemOf({ start, end }: Literal, parts: Partial<NavigationItem> = {}): NavigationItem {
  return { span: { start, end }, title: undefined, reference: undefined, extra: [], lists: [], ...parts };
}

/** Returns the reference in a string, or undefined when the literal is no string or cannot name a page. */
export function referenceOf(literal: Literal | undefined, find: FindPage): NavigationReference | undefined {
  const value = textOf(literal);
  if (!literal || value === undefined) return undefined;
  const found = find(value);
  return found && { value, span: innerSpan(literal, value), ...found };
}

/** Returns the reference at a key of a map. */
export function referenceAt(map: Literal, key: string, find: FindPage): NavigationReference | undefined {
  const entry = entriesOf(map).findLast((candidate) => candidate.key === key);
  const reference = referenceOf(entry?.value, find);
  return entry && reference && { ...reference, property: { start: entry.start, end: entry.end } };
}

/** Returns the position of a string's text without its quotes. */
export function innerSpan({ start, end }: Literal, value: string) {
  const quotes = end - start - value.length === 2 ? 1 : 0;
  return { start: start + quotes, end: end - quotes };
}
