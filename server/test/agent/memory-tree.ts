import { nothingChecked } from '../support/coverage.ts';
import { createHash } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type {
  AgentDocs,
  AgentTree,
  ChangePlan,
  FileEdit,
  SearchQuery,
  SearchResult,
  SiteOfDocs,
  TreeEntry,
} from '../../src/agent/ports.ts';
import type { Place, Replacement } from '../../src/agent/text/replacement.ts';
import { compileReplacement } from '../../src/workspace/search/find-places.ts';
import { findLines } from '../../src/workspace/search/match-lines.ts';
import { compilePattern, PatternRefused } from '../../src/workspace/search/pattern.ts';

/** A tree in memory: what the loop and its tools need of the real one. */
export interface MemoryTree extends AgentTree {
  text(path: string): string | undefined;
  /** Returns every path and text, sorted. */
  files(): Record<string, string>;
}

/** Creates a tree of paths with their contents; `kinds` lists those that are not files. */
export function memoryTree(
  files: Record<string, string | Uint8Array>,
  kinds: Record<string, TreeEntry['kind']> = {},
): MemoryTree {
  const contents = new Map<string, Uint8Array>();
  for (const [path, content] of Object.entries(files)) {
    contents.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
  const entry = (path: string): TreeEntry | undefined => {
    const content = contents.get(path);
    if (content === undefined) return undefined;
    return { path, kind: kinds[path] ?? 'file', blob: createHash('sha1').update(content).digest('hex') };
  };
  const tree: MemoryTree = {
    entries: () => [...contents.keys()].sort().flatMap((path) => entry(path) ?? []),
    entry,
    read(path) {
      const content = contents.get(path);
      return content === undefined
        ? Promise.reject(new CopydeskError('path_refused', `There is no file ${path}.`))
        : Promise.resolve(content);
    },
    examine: () => Promise.resolve(),
    write(path, content) {
      if (path === '' || path.split('/').some((part) => part === '..' || part === '.git' || part === '')) {
        throw new CopydeskError('path_refused', `The path ${path} is refused.`);
      }
      contents.set(path, content);
    },
    remove: (path) => void contents.delete(path),
    search: (query) => searchTexts(tree.files(), query),
    places: (replacement) => ({ find: (texts, most) => findPlaces(replacement, texts, most) }),
    text: (path) => {
      const content = contents.get(path);
      return content === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
    },
    files: () => Object.fromEntries(tree.entries().map(({ path }) => [path, tree.text(path) ?? ''])),
  };
  return tree;
}

/** Searches as the real tree does, but in this thread. */
async function searchTexts(files: Record<string, string>, query: SearchQuery): Promise<SearchResult> {
  const { limit, offset = 0, context = 0, filesOnly = false, includes = () => true } = query;
  const pattern = compilePattern(query);
  const searched = Object.entries(files).filter(([path]) => includes(path));
  const all = { skip: 0, take: Number.POSITIVE_INFINITY, context };
  const lines = searched.flatMap(([path, text]) =>
    findLines(pattern, text.replaceAll('\r\n', '\n'), all).map((line) => ({ path, ...line })),
  );
  const found = Array.from(
    Map.groupBy(lines, ({ path }) => path),
    ([path, hits]) => ({ path, hits: hits.length }),
  );
  return {
    hits: filesOnly ? [] : lines.slice(offset, offset + limit),
    files: filesOnly ? found.slice(offset, offset + limit) : [],
    total: { hits: lines.length, files: found.length, atLeast: false },
    searched: searched.length,
    tooLarge: [],
  };
}

/** Finds places as the real tree does, but in this thread. */
async function findPlaces(replacement: Replacement, texts: readonly string[], most: number): Promise<Place[][]> {
  try {
    const compiled = compileReplacement(replacement);
    const found = compiled.find(texts, most);
    compiled.free();
    return await Promise.resolve(found);
  } catch (error) {
    if (!(error instanceof PatternRefused)) throw error;
    throw new CopydeskError('invalid_request', `${error.message} Nothing was replaced.`);
  }
}

/** The result of a search without hits. */
export const nothingFound: SearchResult = {
  hits: [],
  files: [],
  total: { hits: 0, files: 0, atLeast: false },
  searched: 0,
  tooLarge: [],
};

/** Docs that return nothing, except what a test gives. */
export function quietDocs(given: Partial<AgentDocs> = {}): AgentDocs {
  const none = { frontMatter: undefined, headings: [], links: [], code: [], firstParagraph: undefined };
  return {
    check: () => Promise.resolve({ problems: [], coverage: nothingChecked }),
    introduced: () => Promise.resolve(undefined),
    parse: () => Promise.resolve(none),
    parseAll: (files) => Promise.resolve(files.map(() => none)),
    planMove: (from, to) => Promise.resolve(planOf([{ from, to }])),
    planDelete: (path) => Promise.resolve(planOf([{ from: path }])),
    planTransfer: () => Promise.reject(new CopydeskError('file_refused', 'This test moves no text.')),
    planRedirect: () => Promise.resolve(planOf([])),
    planRedirects: () => Promise.resolve({ ...planOf([]), refused: [] }),
    planAdd: () => Promise.resolve([]),
    planRenamedAnchors: () => Promise.resolve([]),
    planMovedAnchors: () => Promise.resolve({ renamed: [], broken: [] }),
    planSortNavigation: () => Promise.resolve([]),
    address: () => Promise.resolve(undefined),
    site: () => Promise.resolve(plainSite([])),
    ...given,
  };
}

/** A plain folder of these pages. */
export function plainSite(pages: string[]): SiteOfDocs {
  const folders = [{ path: '', routes: [''] }];
  return {
    label: 'Markdown',
    frontMatter: 'possible',
    root: '',
    docsFolder: '',
    folders,
    pages,
    navigation: [],
  };
}

/** A plan with only these files and edits. */
export function planOf(files: ChangePlan['files'], edits: FileEdit[] = [], more: Partial<ChangePlan> = {}): ChangePlan {
  return { files, edits, redirects: [], lost: [], links: [], mentions: [], moreMentions: 0, ...more };
}
