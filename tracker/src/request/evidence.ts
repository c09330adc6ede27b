import { isLlmsTxt } from './file-kinds.ts';
import type { FileKind } from './file-kinds.ts';

/** What tells whether a request is one for a page. */
export interface PageEvidence {
  /** Of which kind the path is by its end; undefined for no file, and for what ends in a slash. */
  kind: FileKind | undefined;
  /** Whether it is answered with a text that is read as a page: Markdown, `llms.txt`. */
  isText: boolean;
  /** The value of a header of the request, its name in lower case. */
  header: (name: string) => string | undefined;
  /** Of an answer with the page; undefined where it is not known, or where the answer is an error. */
  contentType: string | undefined;
}

/** Whether a request is one for a page: by what the browser wants it for, by the answer, and by the path's end at last. */
export function isForPage({ kind, isText, header, contentType }: PageEvidence): boolean {
  const destination = header('sec-fetch-dest');
  if (isPartOfPage(destination)) return false;
  const isNavigation = destination === 'document';
  if (kind?.needs === 'navigation' && !isNavigation) return false;
  const asks = kind?.needs !== 'answer' && (isNavigation || asksForPage(header('accept') ?? ''));
  const type = mediaType(contentType);
  // What servers call a file of whose kind they know nothing.
  if (type === 'application/octet-stream') return isText;
  if (type === 'text/plain') return isText || asks;
  if (type !== undefined) return pageTypes.has(type);
  return kind === undefined || kind.needs === 'nothing' || asks;
}

/** Whether a browser wants it as a part of a page: a picture, a style sheet, a font. */
export function isPartOfPage(destination: string | undefined): boolean {
  return destination !== undefined && !wantedAlone.has(destination);
}

/** Destinations (https://fetch.spec.whatwg.org/#destination-table) of what may be a page; frames hold some. */
const wantedAlone = new Set(['document', 'empty', '', 'iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * Whether an `Accept` header asks for a page: for HTML before all else, or for Markdown at all, which only agents do.
 * Feed readers name HTML later or lower, scripts not at all.
 */
export function asksForPage(accept: string): boolean {
  if (/\btext\/(?:x-)?markdown\b/i.test(accept)) return true;
  let best = { type: '', quality: 0 };
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type === 'text/html' || best.type === 'application/xhtml+xml';
}

/** Whether an answer of this type is a page, without regard to what was asked for. */
export function isPageType(contentType: string | undefined): boolean {
  return pageTypes.has(mediaType(contentType) ?? '');
}

/** Whether a path that is answered as plain text is one of the texts that count as pages. */
export function isTextPage(path: string): boolean {
  return isLlmsTxt(path) || /\.mdx?$/i.test(path);
}

const pageTypes = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/markdown',
  'text/x-markdown',
  'application/pdf',
]);

/** `Text/HTML; charset=utf-8` → `text/html` */
function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}
