import type { Answer, Asked } from './asked.ts';
import { isForPage, isPageType, isPartOfPage, isTextPage } from './evidence.ts';
import { fileKindOf } from './file-kinds.ts';
import { markOf } from './marks.ts';

/** Whether a request may turn out to be a view: for a page, and to be shown now. */
export function mayBeView(asked: Asked): boolean {
  if (asked.method !== 'GET' || isPartOfPage(asked.header('sec-fetch-dest'))) return false;
  const mark = markOf(asked);
  // What scripts and frames fetch is not a person's view, but may be an agent's: the server knows which it is.
  return mark === undefined || mark === 'script' || mark === 'frame';
}

/** Whether the response was a page, or says that the page does not exist. */
export function isPage(asked: Asked, path: string, answer: Answer): boolean {
  const { status } = answer;
  if (status === undefined) return isDocument(asked) && isAsked(asked, path);
  if (status === 404 || status === 410) return isMissingPage(asked, answer) && isAsked(asked, path);
  // A range is a part of a page whose beginning was already counted.
  if (status === 206) return false;
  if (answer.contentType === undefined) return status === 304 && isDocument(asked) && isAsked(asked, path);
  return hasPage(status) && isAsked(asked, path, answer.contentType);
}

/** Whether a response contains what was requested, or says that the client has it already. */
function hasPage(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

function isAsked(asked: Asked, path: string, contentType?: string): boolean {
  const header = (name: string) => asked.header(name);
  return isForPage({ kind: fileKindOf(path), isText: isTextPage(path), header, contentType });
}

/**
 * An error has whatever type the server uses for errors, such as JSON, so the request decides. Plain text or no content
 * does not distinguish an API from a page, and counts as a page's.
 */
function isMissingPage(asked: Asked, { contentType }: Answer): boolean {
  return (
    contentType === undefined ||
    contentType.startsWith('text/plain') ||
    isPageType(contentType) ||
    namesPage(asked.header('accept') ?? '')
  );
}

/**
 * Whether the request by itself is for a page, where the response does not show it. Browsers tell: what their scripts
 * and Next.js's navigations fetch has another destination than a document. All others are machines, of which those that
 * accept only JSON want data.
 */
function isDocument(asked: Asked): boolean {
  const destination = asked.header('sec-fetch-dest');
  if (destination !== undefined) return destination === 'document';
  const accept = asked.header('accept');
  return accept === undefined || accept.includes('*/*') || accept.includes('text/*') || namesPage(accept);
}

function namesPage(accept: string): boolean {
  return /text\/(?:html|markdown)/i.test(accept);
}
