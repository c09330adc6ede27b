import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { isRunningAddress } from './addresses.ts';
import { htmlCode } from './forms/html.ts';
import { collapseSpace, placedAt, longestWordOf, type CodePiece } from './piece.ts';

/**
 * Returns what front matter and data bring into pages as code: scripts for their heads, integrated services, markup and
 * addresses that run. Data that cannot be parsed is left to the checks of data.
 */
export function settingsCode(source: string, language: 'yaml' | 'toml' | 'json'): CodePiece[] {
  const tags = [...source.matchAll(/!!?(?:js|python|ruby|perl|java|php)\b[\w/:.-]{0,100}/gi)].map(
    ({ 0: tag, index }): CodePiece => ({
      kind: 'setting',
      runs: 'build',
      key: `tag ${tag}`,
      seek: longestWordOf(tag),
      offset: index,
    }),
  );
  if (!mayHoldCode.test(source)) return tags;
  const value = read(source, language);
  return value === undefined ? tags : [...tags, ...leafPieces(value, source)];
}

/** Returns what the front matter of a page runs. Its first line may make it a program: the parser runs `---js`. */
export function frontMatterCode(text: string): CodePiece[] {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const mark = /^(---|\+\+\+|;;;)[ \t]*([^\s-][^\r\n]{0,100})?\r?\n/.exec(text.slice(start, start + 200));
  if (!mark) return [];
  const language = mark[2]?.trim().toLowerCase() ?? '';
  const close = new RegExp(`^${mark[1] === '+++' ? String.raw`\+\+\+` : mark[1]}`, 'm').exec(
    text.slice(start + mark[0].length),
  );
  const source = text.slice(start + mark[0].length, close === null ? start : start + mark[0].length + close.index);
  const isCode = !/^(?:ya?ml|toml|json|json5|)$/.test(language) && /^[a-z]+$/.test(language);
  if (isCode) {
    const key = `front matter ${language} ${collapseSpace(source)}`;
    return [{ kind: 'setting', runs: 'build', key, seek: `---${language}`, offset: start }];
  }
  const how =
    mark[1] === '+++' || language === 'toml'
      ? 'toml'
      : language.startsWith('json') || mark[1] === ';;;'
        ? 'json'
        : 'yaml';
  return settingsCode(source, how).map((piece) => placedAt(piece, piece.offset + start + mark[0].length));
}

/** Keys that hold code, and beginnings of values that are code. Data without any of them is not parsed. */
const mayHoldCode =
  /head|script|js\b|\$ref|integration|analytics|inject|widget|chat|<|script:|data:|&#|&colon|iframe|gtm|posthog/i;

const scriptKeys =
  /^(?:head|heads|headscripts?|scripts?|inlinescripts?|custom_?(?:js|scripts?|html|head)|extra_?(?:javascript|js|head)|javascripts?|js|inject\w*|integrations?|analytics|googleanalytics|ga4?|gtm|onload|eleventycomputed)$/i;

function read(source: string, language: 'yaml' | 'toml' | 'json'): unknown {
  try {
    if (language === 'toml') return parseToml(source);
    if (language === 'json') return JSON.parse(source.replace(/^\ufeff/, ''));
    const document = parseDocument(source, { logLevel: 'silent', uniqueKeys: false, strict: false });
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

/** The limit on visited values: YAML may refer to itself. */
const mostVisited = 500_000;

/**
 * Returns the pieces of all texts of a value, with the keys that lead to them. A text below a key for scripts counts as
 * code whatever it is.
 */
function leafPieces(value: unknown, source: string): CodePiece[] {
  const found: CodePiece[] = [];
  const waiting: Place[] = [{ value, keys: '', isScript: false }];
  let visited = 0;
  for (let next = waiting.pop(); next !== undefined && visited < mostVisited; next = waiting.pop()) {
    visited += 1;
    if (Array.isArray(next.value)) {
      waiting.push(...itemsIn(next, next.value));
    } else if (typeof next.value === 'object' && next.value !== null) {
      if (next.isScript && isPlainTag(next.value)) continue;
      if ('$ref' in next.value) found.push(...referenceCode(next.value.$ref, source));
      for (const [key, inner] of Object.entries(next.value)) waiting.push(entryIn(next, key, inner));
    } else {
      found.push(...leafCode(next, source));
    }
  }
  return found;
}

/** A value in data, with the keys that lead to it. */
interface Place {
  value: unknown;
  keys: string;
  /** Whether it is below a key for scripts. */
  isScript: boolean;
}

function itemsIn({ keys, isScript }: Place, items: unknown[]): Place[] {
  return (isScript ? plainHead(items) : items).map((value) => ({ value, keys, isScript }));
}

function entryIn({ keys, isScript }: Place, key: string, value: unknown): Place {
  return { value, keys: `${keys}.${key}`.slice(-300), isScript: isScript || scriptKeys.test(key) };
}

function leafCode({ value, keys, isScript }: Place, source: string): CodePiece[] {
  if (isScript && value !== null && value !== false)
    return [settingPiece(keys, typeof value === 'string' ? value : JSON.stringify(value), source)];
  return typeof value === 'string' ? textCode(value, source) : [];
}

/**
 * Returns the include of a `$ref`: builders of API descriptions replace it by another file, and publish that with the
 * docs. Hosts are reported on their own.
 */
function referenceCode(value: unknown, source: string): CodePiece[] {
  const specifier = typeof value === 'string' ? value.replace(/#.*$/s, '') : '';
  if (specifier === '' || /^https?:/i.test(specifier)) return [];
  const offset = Math.max(0, source.indexOf(specifier));
  return [
    { kind: 'include', runs: 'build', key: `include ${specifier}`, seek: longestWordOf(specifier), offset, specifier },
  ];
}

const plainTags = /^(?:meta|title|canonical)$/;

/** Removes a harmless tag of VitePress, `['meta', { name: 'description', … }]`, which brings in no code. */
function plainHead(items: unknown[]): unknown[] {
  const [tag, attributes] = items;
  if (typeof tag !== 'string') return items;
  return plainTags.test(tag) && !/refresh/i.test(JSON.stringify(attributes ?? '')) ? [] : items;
}

/** Returns whether a value is a harmless tag of Starlight, `{ tag: 'meta', attrs: { … } }`. */
function isPlainTag(value: object): boolean {
  return (
    'tag' in value &&
    typeof value.tag === 'string' &&
    plainTags.test(value.tag) &&
    !/refresh/i.test(JSON.stringify(value))
  );
}

function settingPiece(keys: string, value: string, source: string): CodePiece {
  const offset = Math.max(0, source.indexOf(value.slice(0, 100)));
  return {
    kind: 'setting',
    runs: 'reader',
    key: `setting ${keys} ${collapseSpace(value)}`,
    seek: longestWordOf(value),
    offset,
  };
}

function textCode(value: string, source: string): CodePiece[] {
  const offset = () => Math.max(0, source.indexOf(value.slice(0, 100)));
  if (value.includes('<')) return htmlCode(value).map((piece) => placedAt(piece, offset()));
  if (!isRunningAddress(value)) return [];
  return [
    {
      kind: 'address',
      runs: 'reader',
      key: `address ${collapseSpace(value)}`,
      seek: longestWordOf(value),
      offset: offset(),
    },
  ];
}
