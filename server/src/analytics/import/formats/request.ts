import { isIP } from 'node:net';
import type { LogLine } from './format.ts';
import { unreadable } from './format.ts';

/** What formats have in common to tell of a request. `''` and `-` stand for nothing, as in the logs. */
export interface LoggedRequest {
  /** Milliseconds since 1970. */
  at: number | undefined;
  method?: string;
  /** What was asked for: a path with its query, or a whole address, as proxies are sent. */
  target: string;
  /** The host with its port, as the Host header has it. */
  host?: string;
  /** `https` when it is not told. */
  scheme?: string;
  status?: number;
  userAgent?: string;
  referrer?: string;
  /** By lower-case name; absent when the log does not tell headers. */
  headers?: Record<string, string>;
  /** The Content-Type of the answer. */
  contentType?: string;
  /** The address that the server spoke with. */
  address?: string;
  /** The X-Forwarded-For header. */
  forwardedFor?: string;
  requestId?: string;
}

/** A request as an event, which the collection judges. */
export function toLine(request: LoggedRequest): LogLine {
  const { at, target, status, headers, requestId } = request;
  if (at === undefined) return unreadable('it has no time that can be read');
  if (!target.startsWith('/') && !isAddress(target)) return { drop: 'method', detail: 'It asks for no path' };
  if (status !== undefined && !(status >= 100 && status <= 599)) {
    return { drop: 'not_served', detail: `The status is ${status}` };
  }
  const event = {
    ...pageOf(request),
    timestamp: at,
    method: request.method,
    status,
    userAgent: given(request.userAgent)?.slice(0, longestUserAgent),
    referrer: given(request.referrer),
    headers,
    contentType: given(request.contentType),
    ip: readerAddress(given(request.address), given(request.forwardedFor)),
  };
  return given(requestId) === undefined ? { event } : { event, requestId };
}

/** `GET /docs HTTP/1.1`; Hypercorn writes `GET /docs 1.1`. */
export function readRequestLine(text: string): { method: string; target: string } | undefined {
  const match = /^(\S+) (.*?)(?: (?:HTTP\/\d(?:\.\d)?|[12](?:\.\d)?))?$/s.exec(text);
  return match === null ? undefined : { method: match[1] ?? '', target: match[2] ?? '' };
}

/** As long as an event's may be. */
const longestUserAgent = 8_192;

function pageOf({ target, host, scheme }: LoggedRequest): { url: string } | { path: string } {
  if (!target.startsWith('/')) return { url: target };
  const known = given(host);
  // A Host header may hold anything that was sent: what is no host leaves the path alone.
  if (known === undefined || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(known)) return { path: target };
  return { url: `${scheme ?? (known.endsWith(':80') ? 'http' : 'https')}://${known}${target}` };
}

function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === '-' ? undefined : text;
}

/**
 * The address of the reader. Anybody can send an X-Forwarded-For that says what they like, an address of a crawler
 * say, so it counts only behind a proxy of the site's own network, and of it only what that proxy has added: the last
 * public address.
 */
export function readerAddress(peer: string | undefined, forwardedFor: string | undefined): string | undefined {
  const address = bareAddress(peer);
  if (forwardedFor === undefined || (address !== undefined && !isPrivate(address))) return address;
  const chain = forwardedFor.split(',').map((part) => bareAddress(part.trim()));
  return chain.findLast((hop) => hop !== undefined && !isPrivate(hop)) ?? address;
}

/** `[2001:db8::1]:443` and `192.0.2.1:443` are the addresses in them; `unix:` and names are none. */
function bareAddress(text: string | undefined): string | undefined {
  if (text === undefined || isIP(text) !== 0) return text;
  const [, six, four] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(text) ?? [];
  const address = six ?? four;
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** Loopback, link-local and the networks that RFC 1918, RFC 6598 and RFC 4193 set aside. */
function isPrivate(address: string): boolean {
  const four = address.replace(/^::ffff:/i, '');
  if (isIP(four) === 4) {
    return /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      four,
    );
  }
  return address === '::1' || /^f[cd]|^fe[89ab]/i.test(address);
}
