import type { NavigationFile, NavigationItem } from '../navigation/navigation.ts';

/** A new entry, written like its neighbour. */
export function writtenItem(
  file: NavigationFile,
  like: NavigationItem,
  { title, value }: { title: string; value: string },
): string {
  const neighbour = file.text.slice(like.span.start, like.span.end);
  switch (file.source.kind) {
    case 'summary':
      return `[${title.replace(/[[\]]/g, '\\$&')}](${value.includes(' ') ? `<${value}>` : value})`;
    case 'mkdocs':
      return like.title === undefined ? value : `${yamlKey(title)}: ${value}`;
    case 'mintlify':
      return JSON.stringify(value);
    case 'docusaurus':
      return quoted(value, quoteOf(neighbour));
    case 'vitepress':
      return asObject(like, neighbour, 'text', 'link', { title, value });
    case 'starlight':
      if (!neighbour.startsWith('{')) return quoted(value, quoteOf(neighbour));
      return asObject(like, neighbour, 'label', /\blink['"]?\s*:/.test(neighbour) ? 'link' : 'slug', { title, value });
  }
}

/** An object of a title and an address: the neighbour with both replaced, when it has nothing else. */
function asObject(
  like: NavigationItem,
  neighbour: string,
  titleKey: string,
  valueKey: string,
  { title, value }: { title: string; value: string },
): string {
  const quote = quoteOf(neighbour);
  const onlyBoth =
    like.lists.length === 0 &&
    (neighbour.match(/['"]?\w+['"]?\s*:(?!\/\/)/g) ?? []).length === (like.title === undefined ? 1 : 2);
  if (!onlyBoth) {
    const label = valueKey === 'slug' && like.title === undefined ? '' : `${titleKey}: ${quoted(title, quote)}, `;
    return `{ ${label}${valueKey}: ${quoted(value, quote)} }`;
  }
  return withValue(withValue(neighbour, titleKey, title, quote), valueKey, value, quote);
}

function withValue(object: string, key: string, value: string, quote: string): string {
  const pattern = new RegExp(`(\\b${key}['"]?\\s*:\\s*)(['"\`])(?:\\\\.|(?!\\2)[^\\\\])*\\2`);
  return object.replace(pattern, (_, before: string) => before + quoted(value, quote));
}

function quoteOf(source: string): string {
  return /['"`]/.exec(source.replace(/['"]\w+['"]\s*:/g, ''))?.[0] ?? "'";
}

function quoted(text: string, quote: string): string {
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

/** A YAML key, quoted where YAML would read it as something else. */
function yamlKey(title: string): string {
  const plain =
    /^[\p{L}\p{N}][^:#\n"'{}[\],&*!|>%@`]*$/u.test(title) &&
    title.trim() === title &&
    !/^(?:true|false|null|yes|no|on|off|[\d.]+)$/i.test(title);
  return plain ? title : JSON.stringify(title);
}
