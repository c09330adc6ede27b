import { unreadable } from './format.ts';
import type { LineReader, LogFormat, LogLine, NeededField } from './format.ts';
import { toLine } from './request.ts';
import { readTime } from './time.ts';

/**
 * The W3C extended log as IIS writes it: fields separated by spaces as the last line `#Fields:` names them, times in
 * UTC, and `+` for the spaces of a user agent.
 * https://learn.microsoft.com/en-us/windows/win32/http/w3c-logging
 */
export const w3c: LogFormat = {
  name: 'w3c',
  json: false,
  open: openW3c,
  lacks: missingFields,
  isWhole: (line, before) => before === undefined || line.split(' ').length === before.split(' ').length,
};

const neededFields = { userAgent: 'cs(User-Agent)', status: 'sc-status' };

const fieldsLine = '#Fields:';

function openW3c(host: string | undefined): LineReader {
  let names: string[] = [];
  let missing: NeededField | undefined;
  let wasWhole = false;
  return (line): LogLine => {
    if (line.startsWith(fieldsLine)) {
      names = namesIn(line);
      [missing] = missingFields([line]);
      wasWhole ||= missing === undefined;
    }
    if (line.startsWith('#')) return undefined;
    const values = line.trimEnd().split(' ');
    if (names.length === 0 || values.length !== names.length) {
      return unreadable('it has other fields than the line "#Fields:" above names');
    }
    // A log that lacks it from the start was refused before, or the user chose to import it anyway.
    if (wasWhole && missing !== undefined) {
      return unreadable(`the line "#Fields:" above names no ${neededFields[missing]}, as those before it did`);
    }
    const fields = new Map(names.map((name, place) => [name, values[place]]));
    return toW3cLine((name) => (fields.get(name) === '-' ? undefined : fields.get(name)), host);
  };
}

function toW3cLine(field: (name: string) => string | undefined, host: string | undefined): LogLine {
  const target = field('cs-uri-stem') ?? field('cs-uri') ?? '';
  const query = field('cs-uri-query');
  return toLine({
    at: readTime(`${field('date')}T${field('time')}Z`),
    method: field('cs-method'),
    target: query === undefined ? target : `${target}?${query}`,
    host: host ?? field('cs-host') ?? field('cs(host)'),
    scheme: field('s-port') === '80' ? 'http' : undefined,
    status: Number(field('sc-status') ?? 0),
    userAgent: field('cs(user-agent)')?.replaceAll('+', ' '),
    referrer: field('cs(referer)'),
    address: field('c-ip'),
    forwardedFor: (field('x-forwarded-for') ?? field('cs(x-forwarded-for)'))?.replaceAll('+', ' '),
  });
}

function missingFields(lines: readonly string[]): NeededField[] {
  const named = lines.filter((line) => line.startsWith(fieldsLine)).map(namesIn);
  const isNamed = (name: string): boolean => named.length === 0 || named.some((names) => names.includes(name));
  const missing: NeededField[] = [];
  if (!isNamed('cs(user-agent)')) missing.push('userAgent');
  if (!isNamed('sc-status')) missing.push('status');
  return missing;
}

function namesIn(line: string): string[] {
  return line.slice(fieldsLine.length).trim().toLowerCase().split(/\s+/);
}
