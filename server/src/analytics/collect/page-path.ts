import { isUtf8 } from 'node:buffer';
import { dropReasons } from '@copydesk/contract';
import { fileKindOf } from '@copydesk/tracker/views';
import type { FileKind } from '@copydesk/tracker/views';
import type { Drop } from './draft.ts';

/** The page that a path leads to. */
export interface PagePath {
  /** In its one form. */
  path: string;
  /** Whether what was asked for ended in `.md` or `.mdx`. */
  markdown: boolean;
  /** What a file is that ends as this does; undefined for what no file ends like. Whether it is one is for others to say. */
  kind: FileKind | undefined;
}

const maximumBytes = 2_000;

/**
 * The page that a path leads to, in one form for all the ways in which it can be asked for: what a reader would call
 * one page is one. `/docs//Caf%C3%A9/index.html?from=x#top` is the page `/docs/Café`.
 *
 * Queries, fragments and slashes at the end are taken off, doubled slashes made one, dot segments resolved, and the
 * endings `.md`, `.mdx`, `.html` and `.htm` taken off with the `/index` before them. What is percent-encoded is told
 * as a reader sees it, in Unicode's form NFC, save what has a meaning in a path or cannot be seen. Case is kept.
 *
 * @param sent a path with a slash at its beginning, as it stood in a request or an address.
 */
export function pagePath(sent: string): PagePath | Drop {
  const end = sent.search(/[?#]/);
  const raw = end < 0 ? sent : sent.slice(0, end);
  if (!raw.startsWith('/')) return { drop: 'invalid_url', detail: 'The path does not begin with a slash' };
  const plain = isPlain.test(raw);
  const forbidden = plain ? undefined : forbiddenIn(raw);
  if (forbidden !== undefined) return forbidden;
  const asked = resolved(plain ? raw : readable(raw));
  const path = withoutEndings(asked);
  if (Buffer.byteLength(path) > maximumBytes) {
    return { drop: 'path_too_long', detail: dropReasons.path_too_long };
  }
  return {
    path,
    markdown: path !== asked && /\.mdx?$/i.test(asked),
    kind: path === asked ? fileKindOf(path) : undefined,
  };
}

/** What nobody types and no browser sends as it is: an address or a path with it is dropped. */
export function forbiddenIn(raw: string): Drop | undefined {
  if (!/[\p{Cc}\p{Bidi_Control}]/u.test(raw) && raw.isWellFormed()) return undefined;
  return { drop: 'invalid_characters', detail: dropReasons.invalid_characters };
}

/** Paths in which nothing is to be decoded, encoded or composed: nearly all. */
const isPlain = /^[\w/.~!$&'()*+,;=:@-]*$/;

/** Percent-encoded or not, these stay encoded: they have a meaning in a path, or cannot be seen. */
const staysEncoded = /[/?#%\\\s\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** A path as a reader sees it: percent-encoded characters decoded, and the others encoded that have to be. */
function readable(raw: string): string {
  // Browsers take a backslash in a path for a slash.
  const pieces = raw.replaceAll('\\', '/').split(/((?:%[\da-f]{2})+)/i);
  // Every second piece is a run of encoded bytes, since the separator is captured.
  const encoded = pieces.map((piece, index) => (index % 2 === 1 ? decodeRun(piece) : encodeRaw(piece)));
  // A composition must not reach into an escape: "%2F" and a combining dot above are not "%2Ḟ".
  return encoded.join('').split(escape).map(composed).join('');
}

const escape = /(%[\dA-F]{2})/;

function composed(text: string): string {
  return text.normalize('NFC');
}

/** What was not encoded and has to be, is encoded; a percent sign that begins no escape is one for itself. */
function encodeRaw(text: string): string {
  return text.replace(staysEncoded, (character) => (character === '/' ? character : encodeURIComponent(character)));
}

/** `%C3%A9` → `é`. Bytes that are no UTF-8 stay as they are, in upper-case hexadecimal. */
function decodeRun(run: string): string {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  if (isUtf8(bytes)) return encodeDecoded(bytes.toString());
  let text = '';
  for (let place = 0; place < bytes.length;) {
    const length = characterLength(bytes, place);
    text += length === 0 ? escapeByte(bytes[place]) : encodeDecoded(bytes.toString('utf8', place, place + length));
    place += Math.max(1, length);
  }
  return text;
}

function encodeDecoded(text: string): string {
  return text.replace(staysEncoded, encodeURIComponent);
}

/** How many bytes the character of UTF-8 takes that begins here; 0 when none does. */
function characterLength(bytes: Buffer, place: number): number {
  const first = bytes[place] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return place + length <= bytes.length && isUtf8(bytes.subarray(place, place + length)) ? length : 0;
}

function escapeByte(byte = 0): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Without dot segments, which are resolved as browsers do it (WHATWG URL), and without empty ones. */
function resolved(path: string): string {
  if (!/\/[./]|\/$/.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `/${segments.filter((segment) => segment !== '').join('/')}`;
}

const hasEnding = /\.(?:mdx?|html?)$/i;

/** An ending, with `/index` before it or after a name, of which something is left. */
const ending = /(?:\/index|(?<=[^/]))\.(?:mdx?|html?)$/i;

/** `/docs/setup.html` → `/docs/setup`, `/docs/index.html.md` → `/docs`. `/docs/index` stays: nothing says it is a file. */
function withoutEndings(path: string): string {
  let rest = path;
  while (hasEnding.test(rest)) {
    const shorter = rest.replace(ending, '');
    // A name that is only an ending stays, and what is left must not have become a dot segment: `/...md`.
    if (shorter === rest || /\/\.{1,2}$/.test(shorter)) break;
    rest = shorter;
  }
  return rest === '' ? '/' : rest;
}
