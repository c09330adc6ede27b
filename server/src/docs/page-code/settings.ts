import { parse as parseJsonc, parseTree, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Node as YamlNode } from 'yaml';
import { isRunningAddress } from './addresses.ts';
import { noHandlers, plainRelations } from './elements.ts';
import { htmlCode } from './forms/html.ts';
import { addressPiece, collapseSpace, placedAt, longestWordOf, type CodePiece } from './piece.ts';
import { unreadablePiece } from './unreadable.ts';

export type DataLanguage = 'yaml' | 'toml' | 'json';

/** A text in data, with the keys that lead to it: `.info.description`. */
export interface DataText {
  keys: string;
  value: string;
}

/** What data brings into pages, and its texts, which some generators read as templates or as pages. */
export interface SettingsCode {
  pieces: CodePiece[];
  texts: DataText[];
}

/**
 * Returns what front matter and data bring into pages as code: scripts for their heads, integrated services, markup and
 * addresses that run. Data is read by value, so that no spelling hides one. Data that cannot be read is a piece of its
 * own.
 */
export function settingsCode(source: string, language: DataLanguage): SettingsCode {
  const read = language === 'yaml' ? readYaml(source) : { root: readValue(source, language), pieces: [] };
  if (read === undefined || read.root === undefined)
    return { pieces: [unreadablePiece(`it is no valid ${names[language]}`, source)], texts: [] };
  const { pieces, texts } = leavesOf(read.root, source);
  return { pieces: [...read.pieces, ...pieces], texts };
}

const names = { yaml: 'YAML', toml: 'TOML', json: 'JSON' };

function readValue(source: string, language: 'toml' | 'json'): unknown {
  try {
    if (language === 'toml') return parseToml(source);
    if (source.trim() === '') return null;
    const errors: ParseError[] = [];
    const value: unknown = parseJsonc(source.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
    return errors.length > 0 ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Tags of YAML that are data: yaml.org/type, and what generators of docs define for their configuration. */
const plainTag =
  /^(?:tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null|timestamp|binary|merge|set|omap|pairs)|!|!ENV|!relative)$/;

function readYaml(source: string): { root: unknown; pieces: CodePiece[] } | undefined {
  const documents = parseAllDocuments(source, { logLevel: 'silent', uniqueKeys: false, strict: false });
  if (!Array.isArray(documents)) return { root: null, pieces: [] };
  if (documents.some(({ errors }) => errors.length > 0)) return undefined;
  const pieces: CodePiece[] = [];
  const roots = documents.map(({ contents }) => plainYaml(contents, pieces));
  return { root: roots, pieces };
}

/**
 * Returns a document as plain values. An alias stays one, `*name`, since it may name itself: what it names is read where it
 * stands, and below a key for scripts it counts as code. Tags that make anything else than data are added to `pieces`.
 */
function plainYaml(node: unknown, pieces: CodePiece[]): unknown {
  if (isAlias(node)) return `*${node.source}`;
  if (!isScalar(node) && !isSeq(node) && !isMap(node)) return null;
  addTag(node, pieces);
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => plainYaml(item, pieces));
  return new Entries(
    node.items.map(({ key, value }) => {
      const isName = isScalar(key) || key === null;
      return [
        isScalar(key) ? String(key.value) : '',
        isName ? plainYaml(value, pieces) : [plainYaml(key, pieces), plainYaml(value, pieces)],
      ];
    }),
  );
}

/** A mapping with all of its entries: two with equal keys are both read. */
class Entries {
  readonly list: [string, unknown][];

  constructor(list: [string, unknown][]) {
    this.list = list;
  }
}

function addTag({ tag, range }: Pick<YamlNode, 'tag' | 'range'>, pieces: CodePiece[]): void {
  if (tag === undefined || plainTag.test(tag)) return;
  const offset = range?.[0] ?? 0;
  pieces.push({ kind: 'setting', runs: 'build', key: `tag ${tag}`, seek: longestWordOf(tag), offset });
}

/** Returns what the front matter of a page runs. Its first line may make it a program: the parser runs `---js`. */
export function frontMatterCode(text: string): SettingsCode {
  // Hugo allows white space before it.
  const start = /^\ufeff?\s*/.exec(text)?.[0].length ?? 0;
  if (text.charAt(start) === '{') return objectAt(text, start);
  const mark = /^(?:---(?!-)|\+\+\+(?!\+)|;;;(?!;))/.exec(text.slice(start, start + 4))?.[0];
  if (mark === undefined) return { pieces: [], texts: [] };
  const firstEnd = /\n|$/.exec(text.slice(start))?.index ?? 0;
  const language = text
    .slice(start + mark.length, start + firstEnd)
    .trim()
    .toLowerCase();
  const from = start + firstEnd + 1;
  const close = new RegExp(`^${mark === '+++' ? String.raw`\+\+\+` : mark}`, 'm').exec(text.slice(from));
  const source = text.slice(from, close === null ? text.length : from + close.index);
  // Some parsers end it at any line that begins with the mark, others at a line with the mark alone.
  const isUncertain = close !== null && !/^(?:-{3}|\+{3}|;{3})[ \t]*\r?(?:\n|$)/.test(text.slice(from + close.index));
  if (isUncertain) return { pieces: [unreadablePiece('its front matter has no certain end', text)], texts: [] };
  // Without an end, `---` is a line across the page.
  if (close === null && language === '') return { pieces: [], texts: [] };
  if (!/^(?:ya?ml|toml|json5?|)$/.test(language)) {
    const key = `front matter ${language} ${collapseSpace(source)}`;
    const piece: CodePiece = { kind: 'setting', runs: 'build', key, seek: `${mark}${language}`, offset: start };
    // `--- Text` is a line of text for all parsers but those that take the text for a language.
    return { pieces: [piece], texts: [] };
  }
  const how =
    mark === '+++' || language === 'toml' ? 'toml' : language.startsWith('json') || mark === ';;;' ? 'json' : 'yaml';
  const { pieces, texts } = settingsCode(
    how === 'json' && !source.trim().startsWith('{') ? `{${source}}` : source,
    how,
  );
  return { pieces: pieces.map((piece) => placedAt(piece, piece.offset + from)), texts };
}

/** Returns what an object of JSON at the beginning of a page sets: gohugo.io/content-management/front-matter */
function objectAt(text: string, start: number): SettingsCode {
  const tree = parseTree(text.slice(start), [], { allowTrailingComma: true });
  if (tree?.type !== 'object' || tree.children?.length === 0) return { pieces: [], texts: [] };
  return settingsCode(text.slice(start, start + tree.offset + tree.length), 'json');
}

const scriptKeys =
  /^(?:head|heads|headscripts?|scripts?|inlinescripts?|custom_?(?:js|scripts?|html|head)|extra_?(?:javascript|js|head)|javascripts?|js|inject\w*|integrations?|analytics|googleanalytics|ga4?|gtm|onload|eleventycomputed)$/i;

/** A value in data, with the keys that lead to it. */
interface Place {
  value: unknown;
  keys: string;
  /** Whether it is below a key for scripts. */
  isScript: boolean;
}

/** Returns the pieces of all texts of a value. A text below a key for scripts counts as code whatever it is. */
function leavesOf(value: unknown, source: string): SettingsCode {
  const found: SettingsCode = { pieces: [], texts: [] };
  const seen = new Set<unknown>();
  const waiting: Place[] = [{ value, keys: '', isScript: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = next.value;
    if (typeof inner !== 'object' || inner === null || inner instanceof Date) {
      if (typeof inner === 'string') found.texts.push({ keys: next.keys, value: inner });
      found.pieces.push(...leafCode(next, source));
      continue;
    }
    if (seen.has(inner)) continue;
    seen.add(inner);
    if (Array.isArray(inner)) {
      waiting.push(...itemsIn(next, inner));
      continue;
    }
    const entries = entriesOf(inner);
    if (next.isScript && isPlainTag(entries)) continue;
    for (const [key, one] of entries) {
      if (isHandler(key, one)) found.pieces.push(settingPiece(`${next.keys}.${key}`, String(one), source));
      if (key === '$ref') found.pieces.push(...referenceCode(one, source));
      if (key.includes('<')) found.pieces.push(...textCode(key, source));
      waiting.push(entryIn(next, key, one));
    }
  }
  return found;
}

/** Whether a key is the name of an event handler: themes give such attributes to their elements. */
function isHandler(key: string, value: unknown): boolean {
  return typeof value === 'string' && value !== '' && /^on[a-z]{3,}$/i.test(key) && !noHandlers.has(key.toLowerCase());
}

function entriesOf(value: object): [string, unknown][] {
  return value instanceof Entries ? value.list : Object.entries(value);
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
  const isPlain = tag === 'link' ? isPlainLink(attributes) : plainTags.test(tag) && !holdsCommand(attributes);
  return isPlain && !holdsMarkup(items) ? [] : items;
}

function isPlainLink(attributes: unknown): boolean {
  if (typeof attributes !== 'object' || attributes === null) return false;
  const relation = entriesOf(attributes).find(([key]) => key === 'rel')?.[1];
  return typeof relation === 'string' && plainRelations.test(relation);
}

/** Returns whether a value is a harmless tag of Starlight, `{ tag: 'meta', attrs: { … } }`. */
function isPlainTag(entries: [string, unknown][]): boolean {
  const tag = entries.find(([key]) => key === 'tag')?.[1];
  return (
    typeof tag === 'string' &&
    plainTags.test(tag) &&
    entries.every(([, value]) => !holdsCommand(value) && !holdsMarkup(value))
  );
}

/** Returns whether a value has HTML in it, or a handler. */
function holdsMarkup(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('<');
  if (Array.isArray(value)) return value.some(holdsMarkup);
  if (typeof value !== 'object' || value === null) return false;
  return entriesOf(value).some(([key, one]) => isHandler(key, one) || holdsMarkup(one));
}

/** Returns whether the attributes of a `meta` element give browsers a command. */
function holdsCommand(attributes: unknown): boolean {
  if (typeof attributes !== 'object' || attributes === null) return /http-equiv|refresh/i.test(String(attributes));
  return entriesOf(attributes).some(([key, value]) => /http-equiv/i.test(key) || holdsCommand(value));
}

function settingPiece(keys: string, value: string, source: string): CodePiece {
  return {
    kind: 'setting',
    runs: 'reader',
    key: `setting ${keys} ${collapseSpace(value)}`,
    seek: longestWordOf(value),
    offset: placeOf(value, source),
  };
}

/** Returns where a value stands in its source: near it, where the source spells it differently. */
export function placeOf(value: string, source: string): number {
  return Math.max(0, source.indexOf(value.slice(0, 100)));
}

function textCode(value: string, source: string): CodePiece[] {
  if (value.includes('<')) return htmlCode(value).map((piece) => placedAt(piece, placeOf(value, source)));
  if (!isRunningAddress(value)) return [];
  return [addressPiece(value, placeOf(value, source))];
}
