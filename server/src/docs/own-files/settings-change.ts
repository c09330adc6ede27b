import { isDeepStrictEqual } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml';
import { isRecord } from '../data/records.ts';
import { baseName } from '../text/paths.ts';
import { comparisonFault, isPlainText } from './plain.ts';

/**
 * Returns why a change of a generator's settings goes beyond its navigation, redirects and descriptions, or undefined
 * if it does not. Other settings decide which programs run during the build: `hooks` and `plugins` of MkDocs,
 * `preprocessor` of mdBook.
 */
export function settingsFault(path: string, before: string, after: string): string | undefined {
  const fault = comparisonFault(before, after);
  if (fault !== undefined) return fault;
  const [was, is] = [read(path, before), read(path, after)];
  if (was === undefined || is === undefined) return `it cannot be read ${was ? 'any more' : 'as it stands'}`;
  const places = placesOf(path);
  const [old, now] = [was, is].map(({ value }) => fixedPartOf(value, [], places));
  return isDeepStrictEqual(old, now) ? undefined : 'more than its navigation, redirects and descriptions is changed';
}

/** A path in settings: keys from the top, `*` for any key, `[]` for the items of a list. */
type Place = readonly string[];

function placesOf(path: string): Place[] {
  const name = baseName(path);
  if (/^menus?\b/.test(name)) return [[]];
  const found = writablePlaces.find(([pattern]) => pattern.test(name));
  return (found?.[1] ?? '').split(' ').map((place) => place.split('/'));
}

/** The settings of each generator that a job may write. */
const writablePlaces: readonly [RegExp, string][] = [
  [
    /^mkdocs/,
    'nav site_name site_description site_author copyright not_in_nav exclude_docs plugins/redirects/redirect_maps plugins/[]/redirects/redirect_maps plugins/[]/llmstxt/sections plugins/[]/i18n/languages/[]/nav plugins/[]/i18n/languages/[]/nav_translations',
  ],
  [/^book\.toml$/, 'book/title book/description book/authors output/html/redirect'],
  [/^_config\./, 'title description tagline header_pages navigation nav'],
  [/./, 'title menu menus languages/*/title languages/*/menu languages/*/menus'],
];

function read(path: string, text: string): { value: unknown } | undefined {
  try {
    return { value: path.endsWith('.toml') ? parseToml(text.replace(/^\ufeff/, '')) : readYaml(text) };
  } catch {
    // The text is neither, or is nested too deeply.
    return undefined;
  }
}

/** Parses YAML, which includes JSON. Duplicate keys are rejected, because parsers differ in which value they use. */
function readYaml(text: string): unknown {
  const document = parseDocument(text.replace(/^\ufeff/, ''), { logLevel: 'error', uniqueKeys: true });
  if (document.errors.length > 0) throw new SyntaxError('it is no YAML');
  return document.contents === null ? null : valueOf(document.contents);
}

/**
 * A value with a tag, an anchor or an alias, which only the generator interprets. Existing ones must stay unchanged,
 * and new values must have none.
 */
class Marked {
  readonly mark: string;
  readonly value: unknown;
  constructor(mark: string, value: unknown) {
    this.mark = mark;
    this.value = value;
  }
}

function valueOf(node: Node | null): unknown {
  if (node === null) return null;
  if (isAlias(node)) return new Marked(`*${node.source}`, null);
  const tag = node.tag === undefined || usualTag.test(node.tag) ? '' : node.tag;
  const anchor = 'anchor' in node && typeof node.anchor === 'string' ? node.anchor : '';
  const value = plainValueOf(node);
  return tag === '' && anchor === '' ? value : new Marked(`${tag}&${anchor}`, value);
}

/** The tags of YAML itself. `!!python/name:…` has the same prefix and is none of them. */
const usualTag = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq|timestamp|merge)$/;

function plainValueOf(node: Node): unknown {
  if (isSeq<Node>(node)) return node.items.map(valueOf);
  if (isScalar(node)) return node.value;
  if (!isMap<Node, Node | null>(node)) return new Marked('unknown', String(node));
  return Object.fromEntries(
    node.items.map(({ key, value }) => [
      isScalar(key) ? String(key.value) : JSON.stringify(valueOf(key)),
      valueOf(value),
    ]),
  );
}

/** Returns the value without the settings that a job may write. A map that contains nothing else counts as missing. */
function fixedPartOf(value: unknown, keys: Place, places: readonly Place[]): unknown {
  if (places.some((place) => isAt(keys, place)) && isPlainData(value)) return undefined;
  if (Array.isArray(value)) return value.map((item) => fixedPartOf(item, [...keys, '[]'], places));
  if (!isRecord(value) || value instanceof Marked || value instanceof Date) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    fixedPartOf(inner, [...keys, key], places),
  ]);
  const kept = entries.filter(([, inner]) => inner !== undefined);
  return kept.length === 0 && entries.length > 0 ? undefined : Object.fromEntries(kept);
}

function isAt(keys: Place, place: Place): boolean {
  return keys.length === place.length && place.every((part, index) => part === '*' || part === keys[index]);
}

function isPlainData(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (Array.isArray(value)) return value.every(isPlainData);
  if (value instanceof Marked) return false;
  if (value instanceof Date || !isRecord(value)) return true;
  return Object.entries(value).every(([key, inner]) => isPlainText(key) && isPlainData(inner));
}
