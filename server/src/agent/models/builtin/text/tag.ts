import type { Span } from '../../../ports.ts';
import { commentEnd, stringEnd, stringProperties } from './script-data.ts';

/** An attribute whose value is one text, without its quotes. */
export interface TextAttribute {
  name: string;
  value: Span;
  /** The quotation mark around the value. */
  quote: string;
  /** Whether it is a JavaScript string, `title={'…'}`, and not markup text. */
  script: boolean;
  /** Whether it is a property of an object in an attribute: `items={[{ title: 'A' }]}`. */
  nested: boolean;
}

/** A tag of HTML, Vue or JSX as it was written. */
export interface WrittenTag extends Span {
  /** Empty for `<>`. */
  name: string;
  attributes: TextAttribute[];
}

const opening = /<\/?([A-Za-z][\w.:-]*)?/y;
const space = /\s*/y;
const tagEnd = /\/?>/y;
const attributeName = /[^\s"'<>/={}]+/y;
const assignment = /\s*=\s*/y;
const bareValue = /[^\s"'=<>`{}]+/y;

/** Reads the tag that begins at a position; undefined when none does. Reads each character once or twice. */
export function readTag(text: string, start: number): WrittenTag | undefined {
  const name = matchAt(opening, text, start);
  if (name === undefined) return undefined;
  const attributes: TextAttribute[] = [];
  let at = start + name[0].length;
  while (at < text.length) {
    at += matchAt(space, text, at)?.[0].length ?? 0;
    const end = matchAt(tagEnd, text, at);
    if (end !== undefined) return { start, end: at + end[0].length, name: name[1] ?? '', attributes };
    const read = text[at] === '{' ? skipBraces(text, at) : readAttribute(text, at, attributes);
    if (read === undefined) return undefined;
    at = read;
  }
  return undefined;
}

/** Reads an attribute and returns where it ends; undefined when it is malformed. */
function readAttribute(text: string, start: number, attributes: TextAttribute[]): number | undefined {
  const name = matchAt(attributeName, text, start)?.[0];
  if (name === undefined) return undefined;
  const assigned = matchAt(assignment, text, start + name.length);
  if (assigned === undefined) return start + name.length;
  const at = start + name.length + assigned[0].length;
  const quote = text[at] ?? '';
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1);
    if (end === -1) return undefined;
    attributes.push({ name, value: { start: at + 1, end }, quote, script: false, nested: false });
    return end + 1;
  }
  if (quote !== '{') return at + (matchAt(bareValue, text, at)?.[0].length ?? 0);
  const end = skipBraces(text, at);
  if (end !== undefined) attributes.push(...attributesInBraces(text, name, { start: at + 1, end: end - 1 }));
  return end;
}

function attributesInBraces(text: string, name: string, braces: Span): TextAttribute[] {
  const value = stringWithin(text, braces);
  if (value === undefined) return textsInData(text, braces);
  return [{ name, value, quote: text[value.start - 1] ?? '', script: true, nested: false }];
}

/** Returns the inside of a JavaScript string that is the only content of two braces, and needs no unescaping. */
function stringWithin(text: string, braces: Span): Span | undefined {
  const source = text.slice(braces.start, braces.end);
  const trimmed = source.trim();
  const quote = trimmed[0] ?? '';
  const inner = trimmed.slice(1, -1);
  const isString = trimmed.length >= 2 && ['"', "'", '`'].includes(quote) && trimmed.endsWith(quote);
  if (!isString || inner.includes(quote) || inner.includes('\\') || inner.includes('${')) return undefined;
  const start = braces.start + source.indexOf(quote) + 1;
  return { start, end: start + inner.length };
}

/** Returns the string properties of lists and objects, such as the titles of cards. */
function textsInData(text: string, braces: Span): TextAttribute[] {
  return stringProperties(text, braces).map(({ name, value }) => ({
    name,
    value,
    quote: text[value.start - 1] ?? '',
    script: true,
    nested: true,
  }));
}

/** Returns where the braces that open at a position are closed; braces in strings and comments do not count. */
function skipBraces(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
    if (character === '/') at = commentEnd(text, at);
    if (character === '"' || character === "'" || character === '`') {
      at = stringEnd(text, at);
    }
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
