import { isIP } from 'node:net';
import type { LineReader, LogFormat, LogLine } from './format.ts';
import { unreadable } from './format.ts';
import { unescapeTarget, unescapeText } from './escapes.ts';
import { readRequestLine, toLine } from './request.ts';
import { rememberingTime } from './time.ts';

/**
 * The combined format of Apache and nginx, and the common one, which has neither referrer nor user agent:
 *
 *     203.0.113.7 - - [21/Nov/2026:05:13:29 +0000] "GET /docs HTTP/1.1" 200 5120 "https://example.com/" "Mozilla/5.0 …"
 *
 * The virtual host may come first (`docs.example.com:443 203.0.113.7 …`), and other fields last; if the first quoted
 * one of these contains addresses, it is X-Forwarded-For, as in nginx's own `main`.
 */
export const combined: LogFormat = {
  name: 'combined',
  json: false,
  open: openCombined,
  // The common format is a prefix of the combined one: a line without a user agent is complete only where others have
  // none.
  isWhole: (line, before) => hasUserAgent(line) || (before !== undefined && !hasUserAgent(before)),
};

const form =
  /^(.*?) \[([^\]]{1,40})\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (?:\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"( .*)?)?\s*$/s;

/** For servers that do not escape quotes within fields; Traefik appends its router, its service and the time. */
const looseForm =
  /^(.*?) \[([^\]]{1,40})\] "(.*?)" (\d{3}|-) (?:\d+|-) "(.*?)" "(.*?)"(?: \d+ "[^"]*" "[^"]*" \d+ms)?\s*$/s;

function openCombined(host: string | undefined): LineReader {
  const timeOf = rememberingTime();
  return (line): LogLine => {
    const match = form.exec(line) ?? looseForm.exec(line);
    if (match === null) return unreadable('it is not in the combined or common format');
    const [, who = '', time = '', request = '', status = '', referrer, userAgent, rest = ''] = match;
    const at = timeOf(time);
    if (at === undefined) return unreadable(`"${time}" is no time`);
    const asked = readRequestLine(request);
    if (asked === undefined) return { drop: 'method', detail: 'It is no request of HTTP' };
    const { vhost, address } = readPreamble(who);
    return toLine({
      at,
      method: asked.method,
      target: unescapeTarget(asked.target),
      host: vhost ?? host,
      status: status === '-' ? 0 : Number(status),
      referrer: referrer === undefined ? undefined : unescapeText(referrer),
      userAgent: userAgent === undefined ? undefined : unescapeText(userAgent),
      address,
      forwardedFor: /^ "([\da-f.:, [\]]+)"/i.exec(rest)?.[1],
    });
  };
}

function hasUserAgent(line: string): boolean {
  return (form.exec(line) ?? looseForm.exec(line))?.[6] !== undefined;
}

/**
 * Reads `address identity user` or `vhost address identity user`; a user name may contain spaces. Before them there may
 * be what syslog or a program's own log adds: `Nov 21 05:13:29 web nginx: 203.0.113.7 - -`.
 */
function readPreamble(who: string): { vhost?: string; address: string | undefined } {
  const words = who.split(' ');
  const place = words.slice(0, -2).findIndex((word) => isIP(word) !== 0);
  if (place > 1) {
    const before = words[place - 1] ?? '';
    return { ...(before.includes('.') ? { vhost: before } : {}), address: words[place] };
  }
  const [first = '', second = '', third] = words;
  const hasVhost = isIP(second) !== 0 || (third === '-' && second !== '-' && isIP(first) === 0);
  return hasVhost ? { vhost: first, address: second } : { address: first };
}
