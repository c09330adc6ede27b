import { parse } from 'yaml';

/** How a text is written in YAML. */
export type QuoteStyle = 'plain' | 'single' | 'double';

/** Writes a text as YAML on one line: plain only when every YAML reader reads it as that text. */
export function writeText(value: string, style: QuoteStyle): string {
  if (style === 'plain' && isPlain(value)) return value;
  if (style === 'single' && !/[\n\r]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}

/** Returns the style in which a value's source is written. */
export function quoteStyleOf(source: string): QuoteStyle {
  if (source.startsWith('"')) return 'double';
  return source.startsWith("'") ? 'single' : 'plain';
}

/** Returns the style of most quoted values among these; plain when none is quoted. */
export function usualStyle(sources: readonly string[]): QuoteStyle {
  const double = sources.filter((source) => source.startsWith('"')).length;
  const single = sources.filter((source) => source.startsWith("'")).length;
  if (double === 0 && single === 0) return 'plain';
  return double >= single ? 'double' : 'single';
}

/** Returns the length of the quoted text at the beginning of a source; undefined when it begins with none. */
export function isQuoted(source: string): number | undefined {
  const pattern = source.startsWith('"') ? /^"(?:[^"\\]+|\\[\s\S])*"/u : /^'(?:[^']+|'')*'/u;
  return pattern.exec(source)?.[0].length;
}

/** Words, numbers and dates that some readers do not read as text (YAML 1.1). */
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
