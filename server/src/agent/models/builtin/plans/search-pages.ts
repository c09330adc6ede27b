import { escapePattern } from './page-name.ts';
import { folderOf } from '../text/paths.ts';
import { callAll } from './plan.ts';
import type { Plan, ToolAnswer, ToolCall } from './plan.ts';

/** What to look for on pages, line by line; more than the true places may be found, never fewer. */
export interface SearchPattern {
  pattern: string;
  text: boolean;
  ignoreCase: boolean;
}

/** The pattern for a term that may be broken over two lines: the whole of it, or its beginning at the end of a line. */
export function patternFor(term: string, ignoreCase: boolean): SearchPattern {
  const words = term.trim().split(/\s+/u);
  const [first] = words;
  if (first === undefined || words.length === 1) return { pattern: term.trim(), text: true, ignoreCase };
  if (words.length > longestSearched) return { pattern: first, text: true, ignoreCase };
  const escaped = words.map(escapePattern);
  const space = '\\s+';
  const beginnings = escaped.slice(0, -1).map((_, index) => `${escaped.slice(0, index + 1).join(space)}\\s*$`);
  return { pattern: [escaped.join(space), ...beginnings].join('|'), text: false, ignoreCase };
}

/** A longer term is looked for by its first word. */
const longestSearched = 8;

/** So few files are sooner read than searched. */
const fewFiles = 120;

/** Where a search has found too much already, the files of a folder of so few are read at once. */
const notWorthASearch = 30;

/**
 * Those of the files that may hold the pattern. A search answers at most 500 hits, so where there are more, folder by
 * folder is searched; what cannot be divided further is taken whole.
 */
export async function* searchPages(query: SearchPattern | undefined, files: readonly string[]): Plan<string[]> {
  if (query === undefined) return [...files];
  const found: string[] = [];
  let scopes: Scope[] = [{ folder: '', files: [...files] }];
  while (scopes.length > 0) {
    const answers = yield* callAll(scopes.map((scope) => searchCall(query, scope)));
    const searched = scopes.map((scope, index) => readScope(scope, answers[index]));
    found.push(...searched.flatMap((scope) => scope.found));
    scopes = searched.flatMap((scope) => scope.narrower);
  }
  return [...new Set(found)].sort();
}

/** What a search of a folder tells: files, and folders that must be searched by themselves. */
function readScope(scope: Scope, answer: ToolAnswer | undefined): { found: string[]; narrower: Scope[] } {
  const hits = readHits(answer?.text ?? '');
  if (answer?.ok === true && !hits.more) {
    return { found: scope.files.filter((path) => hits.paths.has(path)), narrower: [] };
  }
  if (scope.files.length <= fewFiles) return { found: scope.files, narrower: [] };
  const { here, below } = divide(scope);
  const small = below.filter((folder) => folder.files.length <= notWorthASearch);
  return {
    found: [...here, ...small.flatMap((folder) => folder.files)],
    narrower: below.filter((folder) => !small.includes(folder)),
  };
}

/** Files below a folder (`''` or with its slash). */
interface Scope {
  folder: string;
  files: string[];
}

function searchCall(query: SearchPattern, { folder }: Scope): ToolCall {
  return {
    tool: 'search',
    input: {
      pattern: query.pattern,
      limit: 500,
      ...(query.text ? { text: true } : {}),
      ...(query.ignoreCase ? { ignore_case: true } : {}),
      path: folder === '' ? '/' : folder,
    },
  };
}

function readHits(text: string): { paths: Set<string>; more: boolean } {
  const lines = text.split('\n');
  const more = /; next: offset \d+$/u.test(lines.at(-1) ?? '');
  return { paths: new Set(lines.map((line) => /^(.+?):\d+:/u.exec(line)?.[1] ?? '')), more };
}

/** The files of a folder itself, and those of each folder within it. */
function divide({ folder, files }: Scope): { here: string[]; below: Scope[] } {
  const groups = Map.groupBy(files, (path) => {
    const slash = path.indexOf('/', folder.length);
    return slash === -1 ? folderOf(path) : path.slice(0, slash + 1);
  });
  const here = groups.get(folder) ?? [];
  groups.delete(folder);
  return { here, below: Array.from(groups, ([name, members]) => ({ folder: name, files: members })) };
}
