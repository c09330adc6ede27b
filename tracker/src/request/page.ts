import type { Answer, Asked } from './asked.ts';
import { markOf } from './marks.ts';
import { isPagePath, isTextPage } from './paths.ts';

/** Whether a request may turn out to be a view: for a page, and to be looked at now. */
export function mayBeView(asked: Asked, path: string): boolean {
  if (asked.method !== 'GET' || !isPagePath(path)) return false;
  const mark = markOf(asked);
  // What scripts and frames fetch is no view of a person, and may be one of an agent: the server knows who it is.
  return mark === undefined || mark === 'script' || mark === 'frame';
}

/** Whether the answer was a page, or that there is none. */
export function isPage(asked: Asked, path: string, answer: Answer): boolean {
  const { status } = answer;
  if (status === undefined) return isDocument(asked);
  if (status === 404 || status === 410) return isPageType(answer.contentType, path) || isMissingPage(asked, answer);
  // A range is a piece of a page whose beginning was counted.
  if (status === 206) return false;
  if (status === 304 && answer.contentType === undefined) return isDocument(asked);
  return ((status >= 200 && status < 300) || status === 304) && isPageType(answer.contentType, path);
}

function isPageType(contentType: string | undefined, path: string): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'text/plain') return isTextPage(path);
  return pageTypes.has(type ?? '');
}

const pageTypes = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/markdown',
  'text/x-markdown',
  'application/pdf',
]);

/**
 * An error has whatever type the server gives its errors, JSON for one; so what was asked for decides. A bare text or
 * nothing at all tells no API from a page, and is taken for a page's.
 */
function isMissingPage(asked: Asked, { contentType }: Answer): boolean {
  return contentType === undefined || contentType.startsWith('text/plain') || asksForPage(asked);
}

function asksForPage(asked: Asked): boolean {
  return /text\/(?:html|markdown)/i.test(asked.header('accept') ?? '');
}

/**
 * Whether the request alone is one for a page, where the answer says nothing. Browsers tell it: what their scripts and
 * Next.js's navigations fetch has another destination than a document. Of the rest, which are machines, those that ask
 * for JSON alone want data.
 */
function isDocument(asked: Asked): boolean {
  const destination = asked.header('sec-fetch-dest');
  if (destination !== undefined) return destination === 'document';
  const accept = asked.header('accept');
  return accept === undefined || accept.includes('*/*') || accept.includes('text/*') || asksForPage(asked);
}
