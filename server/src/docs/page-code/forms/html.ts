import { decodeEntities } from '../addresses.ts';
import { elementCode, type Attribute, type Element } from '../elements.ts';
import { placedAt, type CodePiece } from '../piece.ts';
import { openBudget } from '../unreadable.ts';

/**
 * Returns what HTML runs. A value that is HTML itself, once its entities are decoded, is read as such: components write
 * theirs into the page unchanged.
 */
export function htmlCode(text: string, names: RegExp = isLetter): CodePiece[] {
  const tags = tagsIn(text, names);
  const inner = tags
    .flatMap(({ attributes }) => attributes)
    .filter(({ name, value = '' }) => value.length < text.length && !/^srcdoc$/i.test(name) && /<[A-Za-z]/.test(value));
  return [
    ...tags.flatMap((tag) => elementCode(tag)),
    ...inner.flatMap(({ value = '', offset }) => htmlCode(value, names).map((piece) => placedAt(piece, offset))),
  ];
}

/** In XML, names may begin with other letters and signs. */
export const beginsXmlName = /^[A-Za-z_:\u0080-\uffff]/;

/**
 * Returns every tag that a reader may find in a text: any `<` before a letter begins one, also in a title, a script or
 * the value of an attribute, since readers differ in where these end. From there a tag is read as the standard says
 * (html.spec.whatwg.org/multipage/parsing.html, tag open state), so no browser finds a tag that is not among them. Only
 * comments are skipped, and only those that begin their line: within a line, Markdown may take their beginning for text.
 *
 * @throws UnreadableText if it takes too long.
 */
export function tagsIn(text: string, names: RegExp = isLetter): Element[] {
  const found: Element[] = [];
  const budget = openBudget(text);
  /** Whether `<!--` begins a comment: no element before it holds text only. */
  let mayHoldText = true;
  /** Where the tags and odd comments so far end: a comment that begins before may be a part of them. */
  let covered = 0;
  for (let open = text.indexOf('<'), next = 0; open !== -1; open = text.indexOf('<', next)) {
    next = open + 1;
    const after = text.charAt(next);
    if (text.startsWith('<!--', open)) {
      if (mayHoldText && open >= covered && beginsLine(text, open)) next = endOfComment(text, open, budget) ?? next;
    } else if (names.test(after)) {
      const tag = readTag(text, open);
      budget.spend(tag.end - open + (tag.body?.length ?? 0));
      covered = Math.max(covered, tag.end);
      if (holdsText.test(tag.name)) mayHoldText = false;
      found.push(tag);
    } else if (after === '/' && names.test(text.charAt(open + 2))) {
      const { end } = readTag(text, open + 1);
      budget.spend(end - open);
      covered = Math.max(covered, end);
    } else if (/[!?/]/.test(after)) {
      const end = text.indexOf('>', open);
      covered = end === -1 ? text.length : Math.max(covered, end);
    }
  }
  return found;
}

const isLetter = /^[A-Za-z]/;

/** Elements in which `<!--` is text. */
const holdsText = /^(?:textarea|title|style|script|xmp|iframe|noembed|noframes|noscript|plaintext)/i;

function beginsLine(text: string, index: number): boolean {
  return index === 0 || text.charAt(index - 1) === '\n';
}

/** Returns the earliest end of a comment by any reader; undefined if it has none, or may begin within a sample. */
function endOfComment(text: string, open: number, budget: ReturnType<typeof openBudget>): number | undefined {
  const short = matchAt(/<!---?>/y, text, open);
  if (short) return open + short[0].length;
  const close = matchAt(/--!?>/g, text, open + 4);
  budget.spend((close?.index ?? text.length) - open);
  if (!close || /^[ \t>]*(?:`{3}|~{3})/m.test(text.slice(open, close.index))) return undefined;
  return close.index + close[0].length;
}

/** Reads the tag that begins at `open`, which need not end. */
function readTag(text: string, open: number): Element {
  const name = matchAt(tagName, text, open + 1)?.[0] ?? '';
  const { attributes, end } = readAttributes(text, open + 1 + name.length);
  if (!/^(?:[^:]+:)?(?:script|style)$/i.test(name)) return { name, attributes, offset: open, end };
  return { name, attributes, offset: open, end, body: bodyFrom(text, end, name), bodyOffset: end };
}

/**
 * Reads attributes up to the `>` that ends their tag, by the standard: quotation marks begin a value only after `=`.
 * Returns the index after them.
 */
export function readAttributes(text: string, from: number, close = '>'): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = [];
  const name = close === '>' ? attributeName : listedName;
  let index = from;
  while (index < text.length) {
    const space = matchAt(/[\s/]*/y, text, index)?.[0].length ?? 0;
    index += space;
    if (text[index] === close) return { attributes, end: index + 1 };
    const named = matchAt(name, text, index);
    if (named?.[1] === undefined) break;
    const offset = index;
    index += named[0].length;
    const value = named[2] === undefined ? null : matchAt(close === '>' ? quotedOrNot : listedValue, text, index);
    const written = value?.[1] ?? value?.[2] ?? value?.[3];
    attributes.push({ name: named[1], value: written === undefined ? undefined : decodeEntities(written), offset });
    index += value?.[0].length ?? 0;
  }
  return { attributes, end: text.length };
}

const tagName = /[^\s/>]+/y;
const attributeName = /(=?[^\s/>=]*)(?:\s*(=)\s*)?/y;
const quotedOrNot = /"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)/y;
/** In a list in braces, `}` ends a name and an unquoted value. */
const listedName = /(=?[^\s}=]*)(?:\s*(=)\s*)?/y;
const listedValue = /"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s}]*)/y;

function bodyFrom(text: string, end: number, name: string): string {
  const close = new RegExp(`</${name}`, 'gi');
  close.lastIndex = end;
  return text.slice(end, close.exec(text)?.index ?? text.length);
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
