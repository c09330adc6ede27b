import { dropReasons } from '@copydesk/contract';
import { isAhead, markOf } from '@copydesk/tracker/views';
import type { Mark } from '@copydesk/tracker/views';
import type { Draft, Drop, CollectContext } from '../draft.ts';

/** Drops other methods than GET: people and programs that submit forms or probe addresses read nothing. */
export function checkMethod({ event }: Draft): Drop | undefined {
  if (event.method === undefined || event.method === 'GET') return undefined;
  return { drop: 'method', detail: dropReasons.method };
}

/**
 * A success is a view, and so is 304: the reader has the page. Views of pages that do not exist are counted separately.
 */
export function checkStatus(draft: Draft): Drop | undefined {
  const status = draft.event.status ?? 200;
  draft.found = status !== 404 && status !== 410;
  if (!draft.found || (status >= 200 && status < 300) || status === 304) return undefined;
  return { drop: 'not_served', detail: dropReasons.not_served };
}

/** Drops pages that any reader fetches ahead of a click that may never come. */
export function checkPrefetch({ event: { headers } }: Draft): Drop | undefined {
  return isAhead((name) => headers?.[name]) ? { drop: 'prefetch', detail: dropReasons.prefetch } : undefined;
}

/**
 * Checks whether a person opened the page. One click on a Next.js page is one navigation and one data request for each
 * link that comes into view: 21 requests for 20 links, and one view. Programs send any headers they like, and have read
 * what they fetched, so this is checked for people only.
 */
export function checkNavigation({ event, reader }: Draft, { source }: CollectContext): Drop | undefined {
  // The script reports navigations, by a request that is not one.
  if (source === 'browser' || reader?.verdict.class !== 'human') return undefined;
  const { url, path, headers } = event;
  const mark = markOf({ target: url ?? path ?? '', header: (name) => headers?.[name] });
  if (mark === undefined) return undefined;
  return { drop: mark === 'prefetch' ? 'prefetch' : 'not_navigation', detail: details[mark] };
}

const details: Record<Mark, string> = {
  prefetch: dropReasons.prefetch,
  router: 'The data of a page, as the router of a site fetches it',
  script: 'A script fetched it',
  frame: 'It was fetched for a frame of another page',
};
