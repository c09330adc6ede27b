import type { Answer, Asked } from './asked.ts';
import { originOf } from './forwarded.ts';

/** A view as the server's `POST /v1/collect/{projectId}` accepts it. */
export interface View {
  id: string;
  /** The address without its query except `utm_source`; absent when the request named no host. */
  url?: string;
  /** Sent instead when there is no `url`. */
  path?: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  userAgent?: string;
  referrer?: string;
  status?: number | undefined;
  contentType?: string | undefined;
  headers: Record<string, string>;
  ip?: string;
}

/**
 * Describes a request by what counting needs: no cookie, no authorization and no query, since readers entrust those
 * only to the site. Of the query only `utm_source` is sent, since AI products name themselves in it.
 */
export function viewOf(asked: Asked, { id, at, proxies }: { id: string; at: number; proxies: number }): View {
  const { protocol, host, address } = originOf(asked, proxies);
  const path = cut(pathOf(asked.target), mostCharacters) + utmSource(asked.target);
  return {
    id,
    ...(host === undefined ? { path } : { url: `${protocol}://${host}${path}` }),
    timestamp: at,
    userAgent: cut(asked.header('user-agent'), mostCharacters),
    referrer: cut(withoutQuery(asked.header('referer')), mostCharacters),
    headers: distinguishingHeaders(asked),
    ip: cut(address, 100),
  };
}

/** Adds the response to a view: the type shows that `/guides/next.js` is a page, whoever requests it. */
export function answeredView(view: View, { status, contentType }: Answer): View {
  return { ...view, status, contentType: cut(contentType, longestType) };
}

/** Returns the path of a request's target, which a proxy may have sent in its absolute form. */
export function pathOf(target: string): string {
  return withoutQuery(target).replace(/^https?:\/\/[^/]*/i, '') || '/';
}

/**
 * How many characters of one value are kept: more is an attack, and 10,000 views must be kept while the server is down.
 */
const mostCharacters = 2_048;
const longestType = 100;

/**
 * Headers that distinguish readers: what they accept, how browsers mark their requests, and the signatures of agents.
 */
const headerNames = [
  'accept',
  'accept-language',
  'from',
  'sec-ch-ua',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'signature',
  'signature-agent',
  'signature-input',
  'x-requested-with',
];

function distinguishingHeaders(asked: Asked): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of headerNames) {
    const value = asked.header(name);
    if (value !== undefined) headers[name] = cut(value, mostCharacters);
  }
  return headers;
}

function utmSource(target: string): string {
  const source = /[?&](utm_source=[\w.%+-]{1,100})(?=[&#]|$)/.exec(target)?.[1];
  return source === undefined ? '' : `?${source}`;
}

function withoutQuery<T extends string | undefined>(address: T): T | string {
  return address?.split(/[?#]/, 1)[0] ?? address;
}

function cut<T extends string | undefined>(value: T, length: number): T | string {
  return value !== undefined && value.length > length ? value.slice(0, length) : value;
}
