import { dropReasons } from '@copydesk/contract';
import { isForPage, isLlmsTxt } from '@copydesk/tracker/views';
import type { Draft, Drop, CollectContext } from '../draft.ts';
import { forbiddenIn, pagePath } from '../page-path.ts';

/** Finds which page was viewed: by its address, or by its path when only that is known. */
export function findPage(draft: Draft): Drop | undefined {
  const { url, path } = draft.event;
  if (url != null) {
    const forbidden = firstForbidden(url);
    if (forbidden !== undefined) return forbidden;
    const parsed = URL.parse(url);
    if (parsed === null) return { drop: 'invalid_url', detail: 'The url is not an absolute address' };
    if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
      return { drop: 'invalid_url', detail: 'The url is not http or https' };
    }
    draft.url = parsed;
  }
  const page = pagePath(draft.url?.pathname ?? path ?? '');
  if ('drop' in page) return page;
  draft.path = page.path;
  draft.markdownPath = page.markdown;
  draft.fileKind = page.kind;
  return undefined;
}

/**
 * Drops what is not a page. A path that ends like a file may be a page, and counts as one only when something shows
 * that it is.
 */
export function checkPage(draft: Draft, { source, docsPages }: CollectContext): Drop | undefined {
  // The script runs in the page that it reports; the headers are those of its own request.
  if (source === 'browser') return undefined;
  const { path, fileKind } = draft;
  const evidence = evidenceIn(draft);
  if (isForPage(evidence)) return undefined;
  // A path that only its extension would drop is a page when the docs have a page with that address.
  const decidesEnding = evidence.kind !== undefined && isForPage({ ...evidence, kind: undefined });
  if (decidesEnding && docsPages?.()?.has(path)) return undefined;
  return { drop: 'not_a_page', detail: fileKind === undefined ? dropReasons.not_a_page : detailOf(fileKind.name) };
}

/** Returns what a request shows of whether a page was requested. */
function evidenceIn({ event, url, path, found, fileKind, markdownPath }: Draft): Parameters<typeof isForPage>[0] {
  return {
    kind: endsInSlash(url?.pathname ?? event.path ?? '') ? undefined : fileKind,
    isText: markdownPath || isLlmsTxt(path),
    header: (name) => event.headers?.[name],
    // An error reply has the content type of the server's error pages, whatever was requested.
    contentType: found ? (event.contentType ?? undefined) : undefined,
  };
}

function endsInSlash(path: string): boolean {
  return /^[^?#]*\/(?:[?#]|$)/.test(path);
}

function detailOf(kind: string): string {
  return `The path ends like a file (${kind.toLowerCase()}), and nothing says that it is a page`;
}

/** The URL class would silently remove tabs and line breaks, and replace lone surrogates with U+FFFD. */
function firstForbidden(url: string): Drop | undefined {
  const end = url.search(/[?#]/);
  return forbiddenIn(end < 0 ? url : url.slice(0, end));
}
