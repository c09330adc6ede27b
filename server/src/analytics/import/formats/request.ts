import { isIP } from 'node:net';
import type { LogLine } from './format.ts';
import { unreadable } from './format.ts';

/** The common form in which formats describe a request. `''` and `-` mean an absent value, as in the logs. */
export interface LoggedRequest {
  /** Milliseconds since 1970. */
  at: number | undefined;
  method?: string;
  /** The requested target: a path with its query, or a whole address, as sent to proxies. */
  target: string;
  /** The host with its port, as in the Host header. */
  host?: string;
  /** `https` when the log has none. */
  scheme?: string;
  status?: number;
  userAgent?: string;
  referrer?: string;
  /** By lower-case name; absent when the log has no headers. */
  headers?: Record<string, string>;
  /** The Content-Type of the response. */
  contentType?: string;
  /** The address of the server's peer. */
  address?: string;
  /** The X-Forwarded-For header. */
  forwardedFor?: string;
  requestId?: string;
}

/** Converts a request to an event for the collection. */
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
    userAgent: dropPlaceholder(request.userAgent)?.slice(0, longestUserAgent),
    referrer: dropPlaceholder(request.referrer),
    headers,
    contentType: dropPlaceholder(request.contentType),
    ip: readerAddress(dropPlaceholder(request.address), dropPlaceholder(request.forwardedFor)),
  };
  return dropPlaceholder(requestId) === undefined ? { event } : { event, requestId };
}

/** Parses `GET /docs HTTP/1.1`; Hypercorn writes `GET /docs 1.1`. */
export function readRequestLine(text: string): { method: string; target: string } | undefined {
  const match = /^(\S+) (.*?)(?: (?:HTTP\/\d(?:\.\d)?|[12](?:\.\d)?))?$/s.exec(text);
  return match === null ? undefined : { method: match[1] ?? '', target: match[2] ?? '' };
}

/** The limit of an event's user agent. */
const longestUserAgent = 8_192;

function pageOf({ target, host, scheme }: LoggedRequest): { url: string } | { path: string } {
  if (!target.startsWith('/')) return { url: target };
  const known = dropPlaceholder(host);
  // A Host header may contain anything: when it is not a host, only the path is used.
  if (known === undefined || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(known)) return { path: target };
  return { url: `${scheme ?? (known.endsWith(':80') ? 'http' : 'https')}://${known}${target}` };
}

function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

/** Logs write `-` for what there is not. */
export function dropPlaceholder(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === '-' ? undefined : text;
}

/**
 * Returns the address of the reader. Anybody can send an X-Forwarded-For with any content, such as the address of a
 * crawler. So it counts only behind a proxy of the site's own network, and only the part that this proxy added: the
 * last public address.
 */
export function readerAddress(peer: string | undefined, forwardedFor: string | undefined): string | undefined {
  const address = bareAddress(peer);
  if (forwardedFor === undefined || (address !== undefined && !isPrivate(address))) return address;
  const chain = forwardedFor.split(',').map((part) => bareAddress(part.trim()));
  return chain.findLast((hop) => hop !== undefined && !isPrivate(hop)) ?? address;
}

/** Extracts the address from `[2001:db8::1]:443` and `192.0.2.1:443`; `unix:` and names contain none. */
function bareAddress(text: string | undefined): string | undefined {
  if (text === undefined || isIP(text) !== 0) return text;
  const [, six, four] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(text) ?? [];
  const address = six ?? four;
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** Returns whether an address is loopback, link-local or in a network that RFC 1918, RFC 6598 or RFC 4193 reserves. */
function isPrivate(address: string): boolean {
  const four = address.replace(/^::ffff:/i, '');
  if (isIP(four) === 4) {
    return /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      four,
    );
  }
  return address === '::1' || /^f[cd]|^fe[89ab]/i.test(address);
}
