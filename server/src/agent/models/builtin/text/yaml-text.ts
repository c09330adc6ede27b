import { parse } from 'yaml';

/** How a text is written in YAML. */
export type QuoteStyle = 'plain' | 'single' | 'double';

/** A text as YAML on one line: plain only where every reader of YAML takes it for that text. */
export function writeText(value: string, style: QuoteStyle): string {
  if (style === 'plain' && isPlain(value)) return value;
  if (style === 'single' && !/[\n\r]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}

/** The style in which a value's source is written. */
export function quotedLike(source: string): QuoteStyle {
  if (source.startsWith('"')) return 'double';
  return source.startsWith("'") ? 'single' : 'plain';
}

/** The style that most quoted values among these have; plain when none is quoted. */
export function usualStyle(sources: readonly string[]): QuoteStyle {
  const double = sources.filter((source) => source.startsWith('"')).length;
  const single = sources.filter((source) => source.startsWith("'")).length;
  if (double === 0 && single === 0) return 'plain';
  return double >= single ? 'double' : 'single';
}

/** The length of the quoted text with which a source begins; undefined when it begins with none. */
export function isQuoted(source: string): number | undefined {
  const pattern = source.startsWith('"') ? /^"(?:[^"\\]+|\\[\s\S])*"/u : /^'(?:[^']+|'')*'/u;
  return pattern.exec(source)?.[0].length;
}

/** Words, numbers and dates that some readers take for something else than text (YAML 1.1). */
const notText = /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.\d][\d_.,:eE+-]*|0[xo][\da-f]+|\d{4}-\d\d?-\d\d?.*)$/iu;

function isPlain(value: string): boolean {
  if (notText.test(value) || /[\n\r\t]|^\s|\s$/u.test(value)) return false;
  try {
    const read: unknown = parse(`key: ${value}`, { logLevel: 'error' });
    return typeof read === 'object' && read !== null && 'key' in read && read.key === value;
  } catch {
    return false;
  }
}
