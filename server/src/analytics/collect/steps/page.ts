import type { Draft, Drop } from '../draft.ts';
import { forbiddenIn, pagePath } from '../page-path.ts';

/** Which page was viewed: by its address, or by its path where only that is known. */
export function findPage(draft: Draft): Drop | undefined {
  const { url, path } = draft.event;
  if (url != null) {
    const forbidden = firstForbidden(url);
    if (forbidden !== undefined) return forbidden;
    const parsed = URL.parse(url);
    if (parsed === null) return { drop: 'invalid_url', detail: 'The url is no absolute address' };
    if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
      return { drop: 'invalid_url', detail: 'The url is none of http or https' };
    }
    draft.url = parsed;
  }
  const page = pagePath(draft.url?.pathname ?? path ?? '');
  if ('drop' in page) return page;
  draft.path = page.path;
  draft.markdownPath = page.markdown;
  return undefined;
}

/** URL itself would take tabs and line breaks out and put U+FFFD for lone surrogates, and say nothing. */
function firstForbidden(url: string): Drop | undefined {
  const end = url.search(/[?#]/);
  return forbiddenIn(end < 0 ? url : url.slice(0, end));
}
