import { isLlmsTxt } from './file-kinds.ts';
import type { FileKind } from './file-kinds.ts';

/** What shows whether a request is for a page. */
export interface PageEvidence {
  /** The kind of file by the path's extension; undefined for a path without one, and for one that ends in a slash. */
  kind: FileKind | undefined;
  /** Whether the response is a text that is read as a page: Markdown, `llms.txt`. */
  isText: boolean;
  /** The value of a header of the request, its name in lower case. */
  header: (name: string) => string | undefined;
  /** The type of a page's response; undefined where it is unknown, or where the response is an error. */
  contentType: string | undefined;
}

/** Whether a request is for a page: by the browser's purpose, by the response, and last by the path's extension. */
export function isForPage({ kind, isText, header, contentType }: PageEvidence): boolean {
  const destination = header('sec-fetch-dest');
  if (isPartOfPage(destination)) return false;
  const isNavigation = destination === 'document';
  if (kind?.needs === 'navigation' && !isNavigation) return false;
  const asks = kind?.needs !== 'answer' && (isNavigation || asksForPage(header('accept')));
  const type = mediaType(contentType);
  // Servers send this type for a file of an unknown kind.
  if (type === 'application/octet-stream') return isText;
  if (type === 'text/plain') return isText || asks;
  if (type !== undefined) return pageTypes.has(type);
  return kind === undefined || kind.needs === 'nothing' || asks;
}

/** Whether a browser wants it as a part of a page: an image, a style sheet, a font. */
export function isPartOfPage(destination: string | undefined): boolean {
  return destination !== undefined && !wantedAlone.has(destination);
}

/** Destinations (https://fetch.spec.whatwg.org/#destination-table) that may be a page. Frames may contain one. */
const wantedAlone = new Set(['document', 'empty', '', 'iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * Whether an `Accept` header asks for a page: prefers HTML to all else, or names Markdown at all, which only agents do.
 * Feed readers name HTML later or with a lower weight, scripts not at all.
 */
export function asksForPage(accept = ''): boolean {
  if (/\btext\/(?:x-)?markdown\b/i.test(accept)) return true;
  let best = { type: '', quality: 0 };
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type === 'text/html' || best.type === 'application/xhtml+xml';
}

/** Whether a response of this type is a page, whatever was requested. */
export function isPageType(contentType: string | undefined): boolean {
  return pageTypes.has(mediaType(contentType) ?? '');
}

/** Whether a path that is served as plain text is one of the texts that count as pages. */
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
