import { dropReasons } from '@copydesk/contract';
import type { Draft, Drop } from '../draft.ts';

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

/** Pages that are fetched ahead of a click that may never come; some browsers still send the older headers. */
export function checkPrefetch({ event: { headers } }: Draft): Drop | undefined {
  const purpose = headers?.['sec-purpose'] ?? headers?.purpose ?? headers?.['x-purpose'] ?? headers?.['x-moz'];
  if (purpose === undefined || !/\b(?:prefetch|prerender|preview)\b/i.test(purpose)) return undefined;
  return { drop: 'prefetch', detail: dropReasons.prefetch };
}
