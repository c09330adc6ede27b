import type { Answer, Asked } from './asked.ts';
import { originOf } from './forwarded.ts';

/** A view as the server's `POST /v1/collect/{projectId}` takes it. */
export interface View {
  id: string;
  /** The address with no query but `utm_source`; absent when the request named no host. */
  url?: string;
  /** In its place. */
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
 * Tells a request by what counting needs. No cookie, no authorization, no query: those hold what readers entrust to the
 * site alone. Of a query only `utm_source` travels, since AI products name themselves in it.
 */
export function viewOf(asked: Asked, { id, at, proxies }: { id: string; at: number; proxies: number }): View {
  const { protocol, host, address } = originOf(asked, proxies);
  const path = cut(pathOf(asked.target), longest) + utmSource(asked.target);
  return {
    id,
    ...(host === undefined ? { path } : { url: `${protocol}://${host}${path}` }),
    timestamp: at,
    userAgent: cut(asked.header('user-agent'), longest),
    referrer: cut(withoutQuery(asked.header('referer')), longest),
    headers: tellingHeaders(asked),
    ip: cut(address, 100),
  };
}

/** A view with what its request was answered: the type tells that `/guides/next.js` is a page, whoever asks. */
export function answeredView(view: View, { status, contentType }: Answer): View {
  return { ...view, status, contentType: cut(contentType, longestType) };
}

/** The path of a request's target, which a proxy may have sent in its absolute form. */
export function pathOf(target: string): string {
  return withoutQuery(target).replace(/^https?:\/\/[^/]*/i, '') || '/';
}

/** Characters of one value: more is an attack, and 10,000 of them have to be kept when the server is away. */
const longest = 2_048;
const longestType = 100;

/** What tells readers apart: by what they accept, how browsers mark their requests, and the signatures of agents. */
const telling = [
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

function tellingHeaders(asked: Asked): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of telling) {
    const value = asked.header(name);
    if (value !== undefined) headers[name] = cut(value, longest);
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
