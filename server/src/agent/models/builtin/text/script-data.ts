import type { Span } from '../../../ports.ts';

/** A property whose value is one string that needs no unescaping; `value` is without its quotes. */
interface StringProperty {
  name: string;
  value: Span;
}

const property = /(?:([A-Za-z_$][\w$]*)|"([\w-]+)"|'([\w-]+)')\s*:\s*(?=["'`])/y;

/**
 * Returns the string properties of literal JavaScript lists and objects: `[{ title: 'A', href: '/a' }]`. Empty for
 * anything else, such as a function call. It stops at a JSX tag, whose text may contain any marks.
 */
export function stringProperties(text: string, { start, end }: Span): StringProperty[] {
  if (!/^\s*[[{]/u.test(text.slice(start, Math.min(end, start + 100)))) return [];
  const found: StringProperty[] = [];
  for (let at = start; at < end; at += 1) {
    const character = text[at] ?? '';
    if (character === '<' || character === '=') return found;
    if (character === '/') at = commentEnd(text, at);
    else if (/["'`]/u.test(character)) at = stringEnd(text, at);
    else if (character === '{' || character === ',') at = takeProperty(text, at, end, found);
  }
  return found;
}

/** Reads what follows a bracket or a comma; returns the last position that was read. */
function takeProperty(text: string, before: number, end: number, found: StringProperty[]): number {
  const from = skipComments(text, before + 1);
  property.lastIndex = from;
  const match = property.exec(text);
  if (match === null) return from - 1;
  const open = from + match[0].length;
  const close = stringEnd(text, open);
  if (close >= end) return end;
  const inner = text.slice(open + 1, close);
  const isWhole = /^\s*[,}]/u.test(text.slice(close + 1, close + 200));
  const name = match[1] ?? match[2] ?? match[3] ?? '';
  if (isWhole && !/\\|\$\{/u.test(inner)) found.push({ name, value: { start: open + 1, end: close } });
  return close;
}

function skipComments(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    if (/\s/u.test(text[at] ?? '')) at += 1;
    else if (commentEnd(text, at) > at) at = commentEnd(text, at) + 1;
    else return at;
  }
  return at;
}

/** Returns the last character of a comment that begins here; the same position when none does. */
export function commentEnd(text: string, at: number): number {
  if (text[at] !== '/') return at;
  if (text[at + 1] === '/') {
    const newline = text.indexOf('\n', at);
    return newline === -1 ? text.length : newline;
  }
  if (text[at + 1] !== '*') return at;
  const close = text.indexOf('*/', at + 2);
  return close === -1 ? text.length : close + 1;
}

/** Returns the position of the mark that closes a string, or the end. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}
