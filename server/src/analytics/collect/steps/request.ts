import { dropReasons } from '@copydesk/contract';
import { isAhead, markOf } from '@copydesk/tracker/views';
import type { Mark } from '@copydesk/tracker/views';
import type { Draft, Drop, Surroundings } from '../draft.ts';

/** Forms are sent and addresses probed by programs and people that read nothing. */
export function checkMethod({ event }: Draft): Drop | undefined {
  if (event.method === undefined || event.method === 'GET') return undefined;
  return { drop: 'method', detail: dropReasons.method };
}

/** A success is a view, and so is 304: the reader has the page. What was not there is kept apart. */
export function checkStatus(draft: Draft): Drop | undefined {
  const status = draft.event.status ?? 200;
  draft.found = status !== 404 && status !== 410;
  if (!draft.found || (status >= 200 && status < 300) || status === 304) return undefined;
  return { drop: 'not_served', detail: dropReasons.not_served };
}

/** Pages that are fetched ahead of a click that may never come, by whomever. */
export function checkPrefetch({ event: { headers } }: Draft): Drop | undefined {
  return isAhead((name) => headers?.[name]) ? { drop: 'prefetch', detail: dropReasons.prefetch } : undefined;
}

/**
 * Whether a person opened the page. One click on a Next.js page is one navigation and a request for data for each link
 * that comes into view: 21 requests for 20 links, and one view. Programs send what headers they like, and have read
 * what they fetched, so this is asked of people alone.
 */
export function checkNavigation({ event, reader }: Draft, { source }: Surroundings): Drop | undefined {
  // The script tells of navigations, by a request that is none.
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
