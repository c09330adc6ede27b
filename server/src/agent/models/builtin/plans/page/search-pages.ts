import { escapePattern } from './page-name.ts';
import { folderOf } from '../../text/paths.ts';
import { callAll } from '../plan.ts';
import type { Plan, ToolAnswer, ToolCall } from '../plan.ts';

/** What to search for on pages, line by line. It may match too many places, never too few. */
export interface SearchPattern {
  pattern: string;
  text: boolean;
  ignoreCase: boolean;
}

/**
 * Returns the pattern for a term that may be broken over two lines: the whole term, or its beginning at the end of a
 * line.
 */
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

/** For a term of more words than this, only the first word is searched. */
const longestSearched = 8;

/** Up to this many files are faster to read than to search further. */
const fewFiles = 120;

/** When a search found too much, folders with up to this many files are read without another search. */
const notWorthASearch = 30;

/**
 * Returns the files that may contain the pattern. A search returns at most 500 hits. If there are more, each folder is
 * searched by itself; all files of a folder that cannot be divided further are returned.
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

/** Reads a folder's search result: the files found, and the folders that must be searched by themselves. */
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

/** Returns the direct files of a folder, and those of each folder within it. */
function divide({ folder, files }: Scope): { here: string[]; below: Scope[] } {
  const groups = Map.groupBy(files, (path) => {
    const slash = path.indexOf('/', folder.length);
    return slash === -1 ? folderOf(path) : path.slice(0, slash + 1);
  });
  const here = groups.get(folder) ?? [];
  groups.delete(folder);
  return { here, below: Array.from(groups, ([name, members]) => ({ folder: name, files: members })) };
}
