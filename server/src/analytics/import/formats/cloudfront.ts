import type { LineReader, LogFormat, LogLine, NeededField } from './format.ts';
import { unreadable } from './format.ts';
import { readObject, textOf } from './fields.ts';
import { dropPlaceholder, toLine } from './request.ts';
import { readTime } from './time.ts';

/**
 * The standard log of Amazon CloudFront: W3C extended, fields separated by tabs as the line `#Fields:` names them,
 * times in UTC; or, with logging version 2, JSON lines with the same names.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export const cloudfront: LogFormat = {
  name: 'cloudfront',
  json: true,
  open: openCloudFront,
  lacks: missingFields,
  isWhole: (line, before) =>
    line.startsWith('{') || before === undefined || line.split('\t').length >= before.split('\t').length,
};

/** Version 2 writes only the selected fields. */
function missingFields(lines: readonly string[]): NeededField[] {
  const named = lines.flatMap((line) => {
    if (line.startsWith(fieldsLine)) return [namesIn(line)];
    const entry = line.startsWith('{') ? readObject(line) : undefined;
    return entry === undefined ? [] : [Object.keys(entry)];
  });
  const isNamed = (name: string): boolean => named.length === 0 || named.some((names) => names.includes(name));
  const missing: NeededField[] = [];
  if (!isNamed('cs(User-Agent)')) missing.push('userAgent');
  if (!isNamed('sc-status')) missing.push('status');
  return missing;
}

const fieldsLine = '#Fields:';

function namesIn(line: string): string[] {
  return line.slice(fieldsLine.length).trim().split(/\s+/);
}

function openCloudFront(host: string | undefined): LineReader {
  let names: string[] = [];
  return (line): LogLine => {
    if (line.startsWith('#')) {
      if (line.startsWith(fieldsLine)) names = namesIn(line);
      return undefined;
    }
    const fields = line.startsWith('{') ? readObject(line) : fieldsBetweenTabs(line, names);
    if (fields === undefined) return unreadable('it has other fields than the line "#Fields:" above names');
    return toCloudFrontLine((name) => textOf(fields[name]), host);
  };
}

function fieldsBetweenTabs(line: string, names: string[]): Record<string, string> | undefined {
  const values = line.split('\t');
  if (names.length === 0 || values.length !== names.length) return undefined;
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));
}

function toCloudFrontLine(field: (name: string) => string | undefined, host: string | undefined): LogLine {
  const query = dropPlaceholder(field('cs-uri-query'));
  const target = field('cs-uri-stem') ?? '';
  return toLine({
    at: readTime(`${field('date')}T${field('time')}Z`) ?? readTime(field('timestamp(ms)')),
    method: field('cs-method'),
    target: query === undefined ? target : `${target}?${query}`,
    // cs(Host) is the distribution's own name, x-host-header the host that the reader requested.
    host: dropPlaceholder(field('x-host-header')) ?? host ?? dropPlaceholder(field('cs(Host)')),
    scheme: dropPlaceholder(field('cs-protocol')) === 'http' ? 'http' : 'https',
    // 000: the reader disconnected before there was a response.
    status: Number(field('sc-status') ?? 0),
    userAgent: decodeRepeatedly(field('cs(User-Agent)'), 2),
    referrer: decodeRepeatedly(field('cs(Referer)'), 1),
    contentType: dropPlaceholder(field('sc-content-type')),
    address: field('c-ip'),
    forwardedFor: decodeRepeatedly(field('x-forwarded-for'), 1),
    requestId: dropPlaceholder(field('x-edge-request-id')),
  });
}

/** Values are percent-encoded, the user agent often twice: a space is `%20` or `%2520`. */
function decodeRepeatedly(text: string | undefined, times: number): string | undefined {
  let value = text;
  for (let time = 0; time < times && value?.includes('%'); time += 1) {
    try {
      value = decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return value;
}
