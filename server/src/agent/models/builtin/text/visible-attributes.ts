import type { Span } from '../../../ports.ts';
import type { Change } from './change.ts';
import { readTag } from './tag.ts';
import { templateAttributes } from './template-tag.ts';
import type { TextAttribute } from './tag.ts';
import { isVisibleAnywhere, isVisibleOfComponents } from './visible-names.ts';

/** A range of an attribute that readers see as text: a title, a label, what an image shows. */
export interface VisibleText extends Span {
  attribute: Pick<TextAttribute, 'quote' | 'script'>;
}

/**
 * Returns the words of tags that readers see, in order. Excludes links, names of icons, ids, classes and computed
 * values (`:title="…"`, and `title={…}` except for plain strings, also in lists and objects).
 *
 * @param code the ranges of a page that are no prose. A range of tags or templates begins with one.
 */
export function visibleTexts(text: string, code: readonly Span[]): VisibleText[] {
  return code.flatMap((span) => {
    if (text[span.start] === '<') return textsWithin(text, span);
    return text[span.start] === '{' ? textsOfTemplate(text, span) : [];
  });
}

/** Returns a change within a visible text, escaped so that it does not end the attribute. */
export function writeWithin({ attribute }: VisibleText, change: Change): Change {
  const { quote, script } = attribute;
  if (!script) return { ...change, text: change.text.replaceAll(quote, quote === '"' ? '&quot;' : '&#39;') };
  const escaped = change.text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return { ...change, text: quote === '`' ? escaped.replaceAll('${', '\\${') : escaped };
}

/** Reads the tags at the beginning of a range, up to anything else and up to code. */
function textsWithin(text: string, span: Span): VisibleText[] {
  const source = text.slice(span.start, span.end);
  const texts: VisibleText[] = [];
  for (let at = 0; at < source.length;) {
    const tag = readTag(source, at);
    if (tag === undefined) break;
    const attributes = tag.attributes.filter((attribute) => isVisible(attribute, tag.name));
    texts.push(...attributes.flatMap((attribute) => readablePieces(source, attribute, span.start)));
    if (codeElements.has(tag.name.toLowerCase())) break;
    at = tag.end;
  }
  return texts;
}

const codeElements = new Set('code pre kbd samp var tt script style svg math textarea'.split(' '));

/** Returns the visible arguments of a shortcode or another template tag. */
function textsOfTemplate(text: string, span: Span): VisibleText[] {
  const source = text.slice(span.start, span.end);
  return templateAttributes(source)
    .filter(({ name }) => isVisibleOfComponents(name))
    .flatMap((attribute) => readablePieces(source, attribute, span.start));
}

function isVisible({ name, nested }: TextAttribute, element: string): boolean {
  const isComponent = /^[A-Z]|[.-]/u.test(element);
  return isComponent ? isVisibleOfComponents(name) : !nested && isVisibleAnywhere(name);
}

/** Addresses, code and templates within a value are no words. */
const notWords = /(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.-]+|\{\{[^{}]*\}\}|`[^`]*`/gu;

/** @param offset the position of the tags in the page. */
function readablePieces(source: string, attribute: TextAttribute, offset: number): VisibleText[] {
  const { start, end } = attribute.value;
  const pieces: VisibleText[] = [];
  let from = start;
  const add = (to: number) => pieces.push({ start: offset + from, end: offset + to, attribute });
  for (const match of source.slice(start, end).matchAll(notWords)) {
    add(start + match.index);
    from = start + match.index + match[0].length;
  }
  add(end);
  return pieces.filter((piece) => piece.start < piece.end);
}
