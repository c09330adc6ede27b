import type { Span } from '../../tree.ts';

/** A tag of an element in HTML or JSX. */
export interface Tag extends Span {
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** Attributes whose values are plain strings; `span` is the value without quotes. */
  attributes: { name: string; value: string; span: Span }[];
}

/** Returns the tags and comments of a part of HTML. It never backtracks: each character is read at most twice. */
export function scanHtml(text: string, from: number, to: number): { tags: Tag[]; comments: Span[] } {
  const tags: Tag[] = [];
  const comments: Span[] = [];
  for (let index = from; index < to;) {
    const open = text.indexOf('<', index);
    if (open === -1 || open >= to) break;
    const special = specialEnd(text, open, to);
    if (special !== undefined) {
      comments.push({ start: open, end: special });
      index = special;
      continue;
    }
    const tag = readTag(text, open, to);
    if (tag) tags.push(tag);
    index = tag ? tag.end : open + 1;
  }
  return { tags, comments };
}

/** Returns where a comment, CDATA section, declaration or processing instruction ends. */
function specialEnd(text: string, open: number, to: number): number | undefined {
  const [start, end] = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<!', '>'],
    ['<?', '?>'],
  ].find(([prefix = '']) => text.startsWith(prefix, open)) ?? [undefined, undefined];
  if (start === undefined || end === undefined) return undefined;
  const close = text.indexOf(end, open + start.length);
  return close === -1 || close >= to ? to : close + end.length;
}

const namePattern = /\/?([A-Za-z][\w.:-]*)/y;
const attributePattern = /\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const endPattern = /\s*(\/?)>/y;

function readTag(text: string, open: number, to: number): Tag | undefined {
  const name = matchAt(namePattern, text, open + 1);
  if (!name?.[1]) return undefined;
  const attributes: Tag['attributes'] = [];
  let index = open + 1 + name[0].length;
  for (;;) {
    const end = matchAt(endPattern, text, index);
    if (end) {
      const kind = name[0].startsWith('/') ? 'close' : end[1] ? 'empty' : 'open';
      const after = index + end[0].length;
      return after > to ? undefined : { start: open, end: after, name: name[1], kind, attributes };
    }
    const match = matchAt(attributePattern, text, index);
    if (!match?.[1] || index >= to) return undefined;
    index += match[0].length;
    const attribute = attributeOf(match[1], match, index);
    if (attribute) attributes.push(attribute);
  }
}

/** Returns an attribute whose match ends at `end`; undefined if it has no value. */
function attributeOf(
  name: string,
  { 2: double, 3: single, 4: bare }: RegExpExecArray,
  end: number,
): Tag['attributes'][number] | undefined {
  const value = double ?? single ?? bare;
  if (value === undefined) return undefined;
  const valueEnd = end - (bare === undefined ? 1 : 0);
  return { name, value, span: { start: valueEnd - value.length, end: valueEnd } };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
