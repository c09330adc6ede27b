import { binaryByContent, binaryByName } from '../binary-file.ts';
import { applyChanges } from '../models/builtin/text/change.ts';
import type { Page, TreeEntry } from '../ports.ts';
import { pathFilter } from '../tools/path-filter.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { Hit, Matcher, Replacement } from './matcher.ts';
import { plainPage, reducedPage } from './reduced-page.ts';
import { sortHits, type Scope, type Sorted } from './scopes.ts';

/** A file in which something was found. */
export interface FoundFile {
  path: string;
  blob: string;
  before: string;
  /** What it is to hold; undefined where nothing of it was asked for. */
  after: string | undefined;
  page: Page | undefined;
  sorted: Sorted;
}

export interface Searched {
  found: FoundFile[];
  /** Files that could not be looked at, being too large or no text. */
  unread: string[];
}

type Reached = Pick<ToolContext, 'tree' | 'docs'>;

const maximumFiles = 20_000;
const maximumHits = 20_000;
/** Larger files are none that people write. */
const maximumBytes = 1024 * 1024;
/** So many are held in memory at once, beside those that are to change. */
const filesAtOnce = 64;

/** The files that a call is about. */
export interface Files {
  /** How many there are. */
  count: number;
  /** Those that may hold what is looked for. */
  holding: TreeEntry[];
  /** Those that could not be searched. */
  unread: string[];
}

/** The files that a call is about, or a sentence that says what is wrong with them. */
export async function filesToReplaceIn(
  { tree, docs }: Reached,
  { path, exclude, replacement }: { path: string | undefined; exclude: string[]; replacement: Replacement },
): Promise<Files | string> {
  const folder = path === undefined || path === '' ? (await docs.site()).docsFolder : path;
  const matches = pathFilter(folder);
  const excluded = exclude.filter((glob) => glob !== '').map(pathFilter);
  const files = tree
    .entries()
    .filter((entry) => entry.kind === 'file' && matches(entry.path) && !excluded.some((skips) => skips(entry.path)));
  if (files.length === 0)
    return `There is no file in ${folder === '' ? 'the docs' : folder}${exclude.length > 0 ? ' that is not excluded' : ''}. Nothing was replaced.`;
  const found =
    files.length <= readUnsearched ? { holding: files, unread: [] } : await search(tree, files, replacement);
  if (found !== undefined && found.holding.length <= maximumFiles) return { count: files.length, ...found };
  return `There are too many places in these ${files.length} files to be replaced at once: make it longer, or narrow path. Nothing was replaced.`;
}

/** To read more files than these takes longer than to search them, which is done in threads. */
const readUnsearched = 1_000;

/**
 * Lines are searched one by one: of a text of several, the longest is what it cannot be without. Undefined where there are
 * too many to be counted to the end.
 */
async function search(
  tree: Reached['tree'],
  files: TreeEntry[],
  { find, regex, ignoreCase }: Replacement,
): Promise<Omit<Files, 'count'> | undefined> {
  const [line = ''] = regex ? [find] : find.split(/\r?\n/).toSorted((a, b) => b.length - a.length);
  if (line === '') return { holding: files, unread: [] };
  const byPath = new Map(files.map((file) => [file.path, file]));
  const result = await tree.search({
    pattern: line,
    syntax: regex ? 'regex' : 'text',
    ignoreCase,
    includes: (path) => byPath.has(path),
    limit: maximumFiles + 1,
    filesOnly: true,
  });
  if (result.total.atLeast) return undefined;
  return { holding: result.files.flatMap(({ path }) => byPath.get(path) ?? []), unread: result.tooLarge };
}

/** What is found in the files, and what they are to hold; or a sentence that says why that is too much. */
export async function searchFiles(
  reached: Reached,
  { holding, unread }: Files,
  asked: { matcher: Matcher; wanted: ReadonlySet<Scope> },
): Promise<Searched | string> {
  const searched: Searched = { found: [], unread: [...unread] };
  let count = 0;
  const readable = holding.filter(({ path }) => binaryByName(path) === undefined);
  for (let at = 0; at < readable.length; at += filesAtOnce) {
    const batch = await searchBatch(reached, readable.slice(at, at + filesAtOnce), asked);
    searched.found.push(...batch.found);
    searched.unread.push(...batch.unread);
    count += batch.found.reduce((sum, { sorted }) => sum + sorted.hits.length, 0);
    if (count > maximumHits)
      return `There are over ${maximumHits} places, ${count} in the first ${at + filesAtOnce} files: make it longer, or narrow path. Nothing was replaced.`;
  }
  return searched;
}

async function searchBatch(
  { tree, docs }: Reached,
  files: TreeEntry[],
  { matcher, wanted }: { matcher: Matcher; wanted: ReadonlySet<Scope> },
): Promise<Searched> {
  const read = await Promise.all(files.map(async ({ path, blob }) => ({ path, blob, text: await textOf(tree, path) })));
  const unread = read.filter(({ text }) => text === undefined).map(({ path }) => path);
  const holding = read.flatMap(({ path, blob, text = '' }) => {
    const hits = matcher.find(text);
    return hits.length === 0 ? [] : [{ path, blob, text, hits }];
  });
  // To parse a page of so many places would be work for nothing.
  const isTooMuch = holding.reduce((sum, { hits }) => sum + hits.length, 0) > maximumHits;
  const markdown = isTooMuch ? [] : holding.filter(({ path }) => /\.(?:md|mdx|markdown)$/i.test(path));
  const pageOf = await pagesOf(docs, markdown);
  const found = holding.map(({ path, blob, text, hits }) => {
    const page = pageOf.get(path);
    const sorted = sortHits(text, page, { hits, matcher, wanted });
    const after = sorted.changes.length === 0 ? undefined : applyChanges(text, sorted.changes);
    return { path, blob, before: text, after, page, sorted };
  });
  return { found, unread };
}

/** What the pages are made of, as far as their hits ask for it: many need no parse, and most not all of their text. */
async function pagesOf(
  docs: Reached['docs'],
  files: { path: string; text: string; hits: Hit[] }[],
): Promise<Map<string, Page | undefined>> {
  const found = new Map<string, Page | undefined>();
  const unread: { path: string; text: string; mapped: (page: Page) => Page }[] = [];
  for (const { path, text, hits } of files) {
    const reduced = plainPage(text, hits) ?? reducedPage(text, hits);
    if (reduced?.page) found.set(path, reduced.mapped(reduced.page));
    else unread.push({ path, text: reduced?.text ?? text, mapped: reduced?.mapped ?? ((page) => page) });
  }
  const pages = await docs.parseAll(unread.map(({ path, text }) => ({ path, text })));
  for (const [index, { path, mapped }] of unread.entries()) {
    const page = pages[index];
    found.set(path, page && mapped(page));
  }
  return found;
}

/** Undefined for what is no text, or too large. */
async function textOf(tree: Reached['tree'], path: string): Promise<string | undefined> {
  const bytes = await tree.read(path).catch(() => undefined);
  if (bytes === undefined || bytes.length > maximumBytes || binaryByContent(bytes) !== undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
