import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import type { Page } from '../../../../ports.ts';
import { bodyOf } from './front-matter.ts';
import type { Entry } from './front-matter.ts';
import { isVisibleOfPages } from '../visible-names.ts';

/** Longer front matter is data for programs. */
const mostCharacters = 50_000;

/** People do not write lists nested deeper than this. */
const mostDepth = 8;

/** Entries for programs, and entries that apply to all pages of a folder. */
const ofPrograms = new Set(['cascade', 'openapi', 'params']);

/**
 * Returns the entries within lists and maps of a page's front matter that readers see, such as `hero.tagline` and
 * `features[].title` of front pages. Empty when the front matter is no YAML.
 */
export function readNestedEntries(text: string, page: Page): Entry[] {
  if (page.frontMatter === undefined) return [];
  const body = bodyOf(text, page.frontMatter);
  const source = text.slice(body.start, body.end);
  if (source.length > mostCharacters || !/^\s+[\w"'-]+:|[[{]/mu.test(source)) return [];
  const document = parseDocument(source, { logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return [];
  return document.contents.items
    .flatMap((pair) => {
      const key = nameOf(pair);
      return ofPrograms.has(key) ? [] : entriesWithin(pair.value, { under: key, flow: false, depth: 0 });
    })
    .map((entry) => moveEntry(entry, body.start));
}

interface Where {
  /** The top-level entry that contains all of this. */
  under: string;
  /** Whether it is written between brackets, where commas end a text. */
  flow: boolean;
  depth: number;
}

function entriesWithin(node: unknown, where: Where): Entry[] {
  if (where.depth > mostDepth) return [];
  if (isSeq(node)) return node.items.flatMap((item) => entriesWithin(item, whereBelow(node, where)));
  if (!isMap(node)) return [];
  const isVisible = where.under === 'head' ? titleInHead(node) : (key: string) => isVisibleOfPages(key, where.under);
  return node.items.flatMap((pair) => {
    const entry = isVisible(nameOf(pair)) ? entryOf(pair, whereBelow(node, where).flow) : undefined;
    return entry === undefined ? entriesWithin(pair.value, whereBelow(node, where)) : [entry];
  });
}

/** Of the tags in the page's head, readers see only the title: `{ tag: title, content: Start }`. */
function titleInHead(node: YAMLMap): (key: string) => boolean {
  const isTitle = node.get('tag') === 'title';
  return (key) => isTitle && key === 'content';
}

function whereBelow(node: Node & { flow?: boolean }, { under, flow, depth }: Where): Where {
  return { under, flow: flow || node.flow === true, depth: depth + 1 };
}

function entryOf({ key, value }: Pair, flow: boolean): Entry | undefined {
  if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return undefined;
  const [start, end] = [key.range?.[0], value.range?.[1]];
  const from = value.range?.[0];
  if (start === undefined || end === undefined || from === undefined || typeof key.value !== 'string') return undefined;
  return { key: key.value, start, end, value: { start: from, end }, flow };
}

function nameOf({ key }: Pair): string {
  return isScalar(key) && typeof key.value === 'string' ? key.value : '';
}

function moveEntry(entry: Entry, by: number): Entry {
  const { start, end } = entry.value;
  return { ...entry, start: entry.start + by, end: entry.end + by, value: { start: start + by, end: end + by } };
}
