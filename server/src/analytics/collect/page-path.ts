import { isUtf8 } from 'node:buffer';
import { dropReasons } from '@copydesk/contract';
import { fileKindOf } from '@copydesk/tracker/views';
import type { FileKind } from '@copydesk/tracker/views';
import type { Drop } from './draft.ts';

/** The page that a path refers to. */
export interface PagePath {
  /** The normalised path. */
  path: string;
  /** Whether the requested path ended in `.md` or `.mdx`. */
  markdown: boolean;
  /**
   * The kind of file that has this extension; undefined for an extension of no file. The caller decides whether the
   * path is a file.
   */
  kind: FileKind | undefined;
}

const maximumBytes = 2_000;

/**
 * Returns the page that a path refers to, in one form for all the ways to request it: what a reader would call one page
 * is one page. `/docs//Caf%C3%A9/index.html?from=x#top` is the page `/docs/Café`.
 *
 * Removes the query, the fragment and trailing slashes, merges repeated slashes, resolves dot segments, and removes the
 * extensions `.md`, `.mdx`, `.html` and `.htm` with an `/index` before them. Decodes percent-encoded characters to what
 * a reader sees, in Unicode's form NFC, except those that have a meaning in a path or are invisible. Keeps case.
 *
 * @param sent a path with a leading slash, as it stood in a request or an address.
 */
export function pagePath(sent: string): PagePath | Drop {
  const end = sent.search(/[?#]/);
  const raw = end < 0 ? sent : sent.slice(0, end);
  if (!raw.startsWith('/')) return { drop: 'invalid_url', detail: 'The path does not begin with a slash' };
  const plain = isPlain.test(raw);
  const forbidden = plain ? undefined : forbiddenIn(raw);
  if (forbidden !== undefined) return forbidden;
  const asked = resolveDots(plain ? raw : decodePath(raw));
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

/** Returns a drop for an address or path with characters that no person types and no browser sends unencoded. */
export function forbiddenIn(raw: string): Drop | undefined {
  if (!/[\p{Cc}\p{Bidi_Control}]/u.test(raw) && raw.isWellFormed()) return undefined;
  return { drop: 'invalid_characters', detail: dropReasons.invalid_characters };
}

/** Paths that need no decoding, encoding or composition: nearly all. */
const isPlain = /^[\w/.~!$&'()*+,;=:@-]*$/;

/** These characters are always percent-encoded in the result: they have a meaning in a path, or are invisible. */
const staysEncoded = /[/?#%\\\s\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a path as a reader sees it: decodes percent-encoded characters, and encodes those that must be encoded. */
function decodePath(raw: string): string {
  // Browsers treat a backslash in a path as a slash.
  const pieces = raw.replaceAll('\\', '/').split(/((?:%[\da-f]{2})+)/i);
  // Every second piece is a run of encoded bytes, since the separator is captured.
  const encoded = pieces.map((piece, index) => (index % 2 === 1 ? decodeRun(piece) : encodeRaw(piece)));
  // A composition must not include part of an escape: "%2F" and a combining dot above are not "%2Ḟ".
  return encoded.join('').split(escape).map(composeUnicode).join('');
}

const escape = /(%[\dA-F]{2})/;

function composeUnicode(text: string): string {
  return text.normalize('NFC');
}

/** Encodes the unencoded characters that must be encoded; a percent sign that begins no escape stands for itself. */
function encodeRaw(text: string): string {
  return text.replace(staysEncoded, (character) => (character === '/' ? character : encodeURIComponent(character)));
}

/** Decodes a run of escapes: `%C3%A9` → `é`. Bytes that are not UTF-8 stay encoded, in upper-case hexadecimal. */
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

/** Returns how many bytes the UTF-8 character at this place takes, or 0 when none begins here. */
function characterLength(bytes: Buffer, place: number): number {
  const first = bytes[place] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return place + length <= bytes.length && isUtf8(bytes.subarray(place, place + length)) ? length : 0;
}

function escapeByte(byte = 0): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Removes empty segments, and resolves dot segments as browsers do (WHATWG URL). */
function resolveDots(path: string): string {
  if (!/\/[./]|\/$/.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `/${segments.filter((segment) => segment !== '').join('/')}`;
}

const hasEnding = /\.(?:mdx?|html?)$/i;

/** An extension, with an `/index` before it or after a name that remains. */
const ending = /(?:\/index|(?<=[^/]))\.(?:mdx?|html?)$/i;

/**
 * `/docs/setup.html` → `/docs/setup`, `/docs/index.html.md` → `/docs`. `/docs/index` stays: nothing shows that it is a
 * file.
 */
function withoutEndings(path: string): string {
  let rest = path;
  while (hasEnding.test(rest)) {
    const shorter = rest.replace(ending, '');
    // A name that is only an extension stays, and the rest must not become a dot segment: `/...md`.
    if (shorter === rest || /\/\.{1,2}$/.test(shorter)) break;
    rest = shorter;
  }
  return rest === '' ? '/' : rest;
}
