import { replaceSpans, type TextEdit } from '../text/lines.ts';
import { valueAt, entriesOf, textOf, type Literal, type LiteralList, type LiteralMap } from '../literal/literal.ts';
import { innerSpan } from '../navigation/literals.ts';
import { quoted, quoteOf, yamlScalar } from '../navigation/entry-source.ts';
import type { Span } from '../tree.ts';
import { collectionOf, editedCollection, isYamlBlock, withProperty } from './collection.ts';
import type { NewRedirect, Redirect, RedirectChange, RedirectList } from './redirects.ts';

/** Where a literal file has its redirects: under `key` of `parent`, which may not have the key yet. */
export interface Place {
  parent: LiteralMap;
  key: string;
}

/** How the entries of a list name source and target, and what a new entry has in addition. */
export interface Keys {
  source: string;
  target: string;
  /** As written in a file: `"permanent": true`. */
  besides?: string;
  /**
   * Keys of conditions. An entry that asks for a host or a query concerns other requests, and is no redirect of an
   * address.
   */
  conditions?: string[];
}

/** Reads a list of objects: `[{ "source": "/old", "destination": "/new" }]`. */
export function readRedirectObjects(text: string, { parent, key }: Place, keys: Keys): RedirectList {
  const value = valueAt(parent, key);
  const known: Known[] = value?.kind === 'list' ? value.items.flatMap((item) => redirectsOf(item, keys)) : [];
  const items = value?.kind === 'list' ? value.items : [];
  const read = new Set<Span>(known.map(({ entry }) => entry));
  const all = items.every((item) => read.has(item));
  const write = (redirect: NewRedirect) => writtenObject(text, known, keys, redirect);
  return {
    redirects: known.map(({ redirect }) => redirect),
    complete: value === undefined ? !parent.open : value.kind === 'list' && all,
    edit: editOf(text, { parent, key, value, holds: 'list' }, known, write),
  };
}

/** Reads a map of addresses: `{ '/old': '/new' }`, or `old: new` in YAML. */
export function readRedirectMap(text: string, { parent, key }: Place): RedirectList {
  const value = valueAt(parent, key);
  const known = entriesOf(value).flatMap((entry): Known[] => {
    const target = entry.value.kind === 'map' ? valueAt(entry.value, 'destination') : entry.value;
    const to = textOf(target);
    if (target === undefined || to === undefined) return [];
    const sourceSpan = keySpan(text, entry.start, entry.key);
    return [{ entry, redirect: { source: entry.key, target: to, sourceSpan, targetSpan: innerSpan(target, to) } }];
  });
  const isYaml = isYamlBlock(text, value ?? parent);
  const quote = quoteOf(value ? text.slice(value.start, value.end) : text);
  const write = ({ source, target }: NewRedirect) =>
    isYaml ? `${yamlScalar(source)}: ${yamlScalar(target)}` : `${quoted(source, quote)}: ${quoted(target, quote)}`;
  return {
    redirects: known.map(({ redirect }) => redirect),
    complete:
      value === undefined ? !parent.open : value.kind === 'map' && !value.open && known.length === value.entries.length,
    edit: editOf(text, { parent, key, value, holds: 'map' }, known, write),
  };
}

/** A redirect with its entry in the list or map. `among` and `source` are set if the entry has several sources. */
interface Known {
  redirect: Redirect;
  entry: Span;
  among?: LiteralList;
  source?: Literal;
}

function redirectsOf(item: Literal, keys: Keys): Known[] {
  const [from, target] = [valueAt(item, keys.source), valueAt(item, keys.target)];
  const to = textOf(target);
  if (target === undefined || to === undefined || !from) return [];
  if (keys.conditions?.some((condition) => valueAt(item, condition) !== undefined)) return [];
  const targetSpan = innerSpan(target, to);
  const several = from.kind === 'list' ? from : undefined;
  return (several?.items ?? [from]).flatMap((source): Known[] => {
    const written = textOf(source);
    if (written === undefined) return [];
    const redirect = { source: written, target: to, sourceSpan: innerSpan(source, written), targetSpan };
    return [several ? { redirect, entry: item, among: several, source } : { redirect, entry: item }];
  });
}

/**
 * Returns the function that edits the value; undefined if the value exists but is neither list nor map, because it is
 * computed.
 */
function editOf(
  text: string,
  place: Place & { value: Literal | undefined; holds: 'list' | 'map' },
  known: Known[],
  write: (redirect: NewRedirect) => string,
): RedirectList['edit'] {
  const { parent, key, value, holds } = place;
  if (value !== undefined && value.kind !== holds) return undefined;
  return ({ add, remove }: RedirectChange) => {
    const written = add.map(write);
    if (value?.kind !== 'list' && value?.kind !== 'map')
      return written.length === 0 ? [] : withProperty(text, parent, { key, holds }, written);
    const removed = new Set(remove);
    const gone = known.filter(({ redirect }) => removed.has(redirect));
    const whole = new Set(gone.filter((one) => one.among === undefined || isEmptied(one.among, gone)));
    const parts = gone.filter((one) => !whole.has(one));
    return [
      ...editedCollection(text, collectionOf(value), [...new Set([...whole].map(({ entry }) => entry))], written),
      ...[...new Set(parts.map(({ among }) => among))].flatMap((among) => withoutSources(text, among, parts)),
    ];
  };
}

function isEmptied(among: LiteralList, gone: Known[]): boolean {
  return among.items.every((item) => gone.some(({ source }) => source === item));
}

function withoutSources(text: string, among: LiteralList | undefined, parts: Known[]): TextEdit[] {
  if (!among) return [];
  const sources = parts.flatMap((part) => (part.among === among && part.source ? [part.source] : []));
  return editedCollection(text, collectionOf(among), sources, []);
}

/** Writes an entry like the last plain one, or else in the simplest form. */
function writtenObject(text: string, known: Known[], keys: Keys, { source, target }: NewRedirect): string {
  const like = known.findLast(
    ({ entry, among }) => among === undefined && isPlain(text.slice(entry.start, entry.end), keys),
  );
  if (like) {
    const { entry, redirect } = like;
    const shifted = (span: Span) => ({ start: span.start - entry.start, end: span.end - entry.start });
    return replaceSpans(text.slice(entry.start, entry.end), [
      { ...shifted(redirect.sourceSpan), text: source },
      { ...shifted(redirect.targetSpan), text: target },
    ]);
  }
  const isJson = /^\s*[{[]\s*["{\]}]/.test(text.replace(/^\ufeff/, ''));
  const quote = isJson ? '"' : quoteOf(text);
  const name = (key: string) => (isJson ? `"${key}"` : key);
  const besides = keys.besides === undefined ? '' : `, ${keys.besides}`;
  return `{ ${name(keys.source)}: ${quoted(source, quote)}, ${name(keys.target)}: ${quoted(target, quote)}${besides} }`;
}

/** Returns whether an object has only source and target, and at most says that the redirect is permanent. */
function isPlain(object: string, { source, target }: Keys): boolean {
  const keys = [...object.matchAll(/(?:^\{|,|\n)\s*["']?(\w+)["']?\s*:/g)].map((match) => match[1] ?? '');
  const others = keys.filter((key) => key !== source && key !== target);
  const isPermanent = /["']?(?:permanent["']?\s*:\s*true|statusCode["']?\s*:\s*30[18])\b/.test(object);
  return keys.length - others.length === 2 && (others.length === 0 || (others.length === 1 && isPermanent));
}

/** Returns the span of a key without its quotes. */
function keySpan(text: string, start: number, key: string): Span {
  const inner = /["'`]/.test(text[start] ?? '') ? start + 1 : start;
  return { start: inner, end: inner + key.length };
}
