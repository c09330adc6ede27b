import { binaryByContent, binaryByName } from '../text/binary-file.ts';
import { withPauses } from '../call/with-pauses.ts';
import { applyChanges } from '../models/builtin/text/change.ts';
import { readVisible } from '../models/builtin/text/front-matter/visible-front-matter.ts';
import { prefetch } from '../prefetch.ts';
import type { Page, TreeEntry } from '../ports.ts';
import type { Place, PlaceFinder } from '../text/replacement.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { Files } from './files.ts';
import { pagesOf } from './pages.ts';
import { sortHits, type HitPage, type Scope, type Sorted } from './scopes.ts';

/** A file with hits. */
export interface FoundFile {
  path: string;
  blob: string;
  before: string;
  /** Its new content; undefined when none of its hits is in a requested scope. */
  after: string | undefined;
  page: Page | undefined;
  sorted: Sorted;
}

export interface Searched {
  found: FoundFile[];
  /** Files that could not be read because they are too large or no text. */
  unread: string[];
}

type Reached = Pick<ToolContext, 'tree' | 'docs'>;

interface SearchRequest {
  places: PlaceFinder;
  wanted: ReadonlySet<Scope>;
}

const maximumHits = 20_000;
/** Of all files with hits, before and after: a thousand large pages have a fifth of this. */
const maximumCharacters = 128 * 1024 * 1024;
/** Larger files are not written by people. */
const maximumBytes = 1024 * 1024;
/** How many files are in memory at once, besides those that will change. */
const filesAtOnce = 64;

/** Returns the hits in the files, and their new contents; or a sentence that says why they are too many. */
export async function searchFiles(
  reached: Reached,
  { holding, unread }: Files,
  asked: SearchRequest,
): Promise<Searched | string> {
  const searched: Searched = { found: [], unread: [...unread] };
  let [reads, count, characters] = [0, 0, 0];
  const readable = holding.filter(({ path }) => binaryByName(path) === undefined);
  for await (const { read, unread: unreadable, holders } of prefetch(batchesOf(reached.tree, readable, asked.places))) {
    searched.unread.push(...unreadable);
    reads += read;
    count += holders.reduce((sum, { hits }) => sum + hits.length, 0);
    // Parsing the pages of so many places would be wasted work.
    if (count > maximumHits)
      return `There are over ${maximumHits} places, ${count} in the first ${reads} files: make it longer, or narrow path. Nothing was replaced.`;
    const found = await replaceIn(reached, holders, asked);
    searched.found.push(...found);
    characters += found.reduce((sum, { before, after = '' }) => sum + before.length + after.length, 0);
    if (characters > maximumCharacters)
      return `The first ${reads} files hold too much text to be replaced at once: narrow path. Nothing was replaced.`;
  }
  return searched;
}

interface Batch {
  /** How many files it consists of. */
  read: number;
  unread: string[];
  holders: FileWithHits[];
}

async function* batchesOf(tree: Reached['tree'], files: TreeEntry[], places: PlaceFinder): AsyncGenerator<Batch> {
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const some = files.slice(at, at + filesAtOnce);
    const { read, unread } = await readTexts(tree, some);
    yield { read: some.length, unread, holders: await findIn(read, places) };
  }
}

interface TextFile {
  path: string;
  blob: string;
  text: string;
}

async function readTexts(tree: Reached['tree'], files: TreeEntry[]): Promise<{ read: TextFile[]; unread: string[] }> {
  const texts = await Promise.all(
    files.map(async ({ path, blob }) => ({ path, blob, text: await textOf(tree, path) })),
  );
  return {
    read: texts.flatMap(({ text, ...file }) => (text === undefined ? [] : [{ ...file, text }])),
    unread: texts.filter(({ text }) => text === undefined).map(({ path }) => path),
  };
}

/** Returns undefined for files that are no text, or too large. */
async function textOf(tree: Reached['tree'], path: string): Promise<string | undefined> {
  const bytes = await tree.read(path).catch(() => undefined);
  if (bytes === undefined || bytes.length > maximumBytes || binaryByContent(bytes) !== undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface FileWithHits extends TextFile {
  hits: Place[];
}

async function findIn(files: TextFile[], places: PlaceFinder): Promise<FileWithHits[]> {
  const found = await places.find(
    files.map(({ text }) => text),
    maximumHits,
  );
  return files.flatMap((file, index) => {
    const hits = found[index] ?? [];
    return hits.length === 0 ? [] : [{ ...file, hits }];
  });
}

async function replaceIn(
  { docs }: Reached,
  files: FileWithHits[],
  { places, wanted }: SearchRequest,
): Promise<FoundFile[]> {
  const markdown = files.filter(({ path }) => /\.(?:md|mdx|markdown)$/i.test(path));
  const pages = await hitPages(await pagesOf(docs, markdown), places);
  const found: FoundFile[] = [];
  for await (const { path, blob, text, hits } of withPauses(files)) {
    const of = pages.get(path);
    const sorted = sortHits(text, hits, { of, wanted });
    const after = sorted.changes.length === 0 ? undefined : applyChanges(text, sorted.changes);
    found.push({ path, blob, before: text, after, page: of?.page, sorted });
  }
  return found;
}

/** Searches titles as YAML reads them: all at once, because asking a thread for each would take longer. */
async function hitPages(pages: { path: string; text: string; page: Page }[], places: PlaceFinder) {
  const inTexts = new Map<string, Place[]>();
  const hitPageOf = new Map<string, HitPage>();
  for await (const { path, text, page } of withPauses(pages)) {
    const visible = readVisible(text, page);
    for (const own of visible.texts) inTexts.set(own.text, []);
    hitPageOf.set(path, { page, visible, inTexts });
  }
  const texts = [...inTexts.keys()];
  const found = texts.length === 0 ? [] : await places.find(texts, maximumHits);
  for (const [index, text] of texts.entries()) inTexts.set(text, found[index] ?? []);
  return hitPageOf;
}
