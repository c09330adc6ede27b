import { unescapeHashed, unescapeHashedTarget } from './escapes.ts';
import { unreadable } from './format.ts';
import type { LineReader, LogFormat, LogLine, NeededField } from './format.ts';
import { readRequestLine, toLine } from './request.ts';
import { commonTime } from './time.ts';

/**
 * HAProxy's HTTP log, with or without the prefix of syslog:
 * https://docs.haproxy.org/3.0/configuration.html#8.2.3
 * It contains headers only when they are captured (`capture request header User-Agent len 512`), without their names:
 * an address is the referrer, a name with a dot and no space is the host, and the rest is the user agent. `option
 * httpslog` appends two more fields.
 */
export const haproxy: LogFormat = { name: 'haproxy', json: false, open: openHaproxy, lacks: missingFields };

const form =
  /(?:^|\s)(\S+:\d+) \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:.]+)\] \S+ \S+ [\d/+-]+ (-?\d+) \+?\d+ \S+ \S+ \S{4} [\d/+]+ \d+\/\d+ (?:\{([^}]*)\} )?(?:\{[^}]*\} )?"([^"]*)"(?: \S+){0,2}\s*$/s;

function openHaproxy(host: string | undefined): LineReader {
  return (line): LogLine => {
    const match = form.exec(line);
    if (match === null) return unreadable("it is not in HAProxy's HTTP format");
    const [, address, time = '', status, captured = '', request = ''] = match;
    const asked = readRequestLine(request);
    if (asked === undefined) return { drop: 'method', detail: 'It is no request of HTTP' };
    const { host: named, ...headers } = readCaptured(captured);
    return toLine({
      at: commonTime(time),
      method: asked.method,
      target: unescapeHashedTarget(asked.target),
      host: host ?? named,
      status: Number(status),
      address: address?.replace(/:\d+$/, ''),
      ...headers,
    });
  };
}

function readCaptured(captured: string): { host?: string; referrer?: string; userAgent?: string } {
  const found: { host?: string; referrer?: string; userAgent?: string } = {};
  for (const value of captured.split('|').map(unescapeHashed)) {
    if (value === '') continue;
    if (/^https?:\/\//.test(value)) found.referrer ??= value;
    else if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(value)) found.host ??= value;
    else found.userAgent ??= value;
  }
  return found;
}

function missingFields(lines: readonly string[]): NeededField[] {
  const captures = lines.flatMap((line) => form.exec(line)?.[4] ?? (form.test(line) ? [''] : []));
  const hasUserAgent =
    captures.length === 0 || captures.some((captured) => readCaptured(captured).userAgent !== undefined);
  return hasUserAgent ? [] : ['userAgent'];
}
