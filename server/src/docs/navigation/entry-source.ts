import type { NavigationItem } from './navigation.ts';

/** Writes an object with a title and an address. If the neighbour has nothing else, it is copied with both replaced. */
export function writtenObject(
  like: NavigationItem,
  neighbour: string,
  keys: { title: string; value: string; /** Whether an entry may do without a title. */ titleOptional?: boolean },
  { title, value }: { title: string; value: string },
): string {
  const quote = quoteOf(neighbour);
  const onlyBoth =
    like.lists.length === 0 &&
    (neighbour.match(/['"]?\w+['"]?\s*:(?!\/\/)/g) ?? []).length === (like.title === undefined ? 1 : 2);
  if (!onlyBoth) {
    const untitled = keys.titleOptional === true && like.title === undefined;
    const label = untitled ? '' : `${keys.title}: ${quoted(title, quote)}, `;
    return `{ ${label}${keys.value}: ${quoted(value, quote)} }`;
  }
  return withValue(withValue(neighbour, keys.title, title, quote), keys.value, value, quote);
}

function withValue(object: string, key: string, value: string, quote: string): string {
  const pattern = new RegExp(`(\\b${key}['"]?\\s*:\\s*)(['"\`])(?:\\\\.|(?!\\2)[^\\\\])*\\2`);
  return object.replace(pattern, (_, before: string) => before + quoted(value, quote));
}

/** Returns the quotation mark that an entry's source uses. */
export function quoteOf(source: string): string {
  return /['"`]/.exec(source.replace(/['"]\w+['"]\s*:/g, ''))?.[0] ?? "'";
}

export function quoted(text: string, quote: string): string {
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

/** Writes a YAML key or value, quoted where YAML would read it as something else. */
export function yamlScalar(text: string): string {
  const plain =
    /^[\p{L}\p{N}][^:#\n"'{}[\],&*!|>%@`]*$/u.test(text) &&
    text.trim() === text &&
    !/^(?:true|false|null|yes|no|on|off|[\d.]+)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

/** Returns the source of an entry. */
export function sourceOf({ text }: { text: string }, { span }: NavigationItem): string {
  return text.slice(span.start, span.end);
}
