import { isAscii } from 'node:buffer';
import { escapeForGrep } from './page-name.ts';
import { folderOf } from '../text/paths.ts';
import type { Plan, ToolCall } from './plan.ts';

/** What to look for on pages, line by line; more than the true places may be found, never fewer. */
export interface SearchPattern {
  pattern: string;
  text: boolean;
  ignoreCase: boolean;
}

/**
 * The pattern for a term that may be broken over two lines: the whole of it, or its beginning at the end of a line.
 * @returns undefined when a search cannot find it: `git grep` folds the case of ASCII alone.
 */
export function patternFor(term: string, ignoreCase: boolean): SearchPattern | undefined {
  if (ignoreCase && !isAscii(Buffer.from(term))) return undefined;
  const words = term.trim().split(/\s+/u);
  const [first] = words;
  if (first === undefined || words.length === 1) return { pattern: term.trim(), text: true, ignoreCase };
  if (words.length > longestSearched) return { pattern: first, text: true, ignoreCase };
  const escaped = words.map(escapeForGrep);
  const space = '([[:space:]]|\u00a0)+';
  const beginnings = escaped.slice(0, -1).map((_, index) => `${escaped.slice(0, index + 1).join(space)}[[:space:]]*$`);
  return { pattern: [escaped.join(space), ...beginnings].join('|'), text: false, ignoreCase };
}

/** A longer term is looked for by its first word. */
const longestSearched = 8;

/** So few files are sooner read than searched. */
const fewFiles = 120;

/**
 * Those of the files that may hold the pattern. A search answers at most 500 hits, so where there are more, folder by
 * folder is searched; what cannot be divided further is taken whole.
 */
export async function* searchPages(query: SearchPattern | undefined, files: readonly string[]): Plan<string[]> {
  if (query === undefined) return [...files];
  const found = new Set<string>();
  let scopes: Scope[] = [{ folder: '', files: [...files] }];
  while (scopes.length > 0) {
    const calls = scopes.map((scope) => searchCall(query, scope));
    const answers = yield calls;
    const narrower: Scope[] = [];
    for (const [index, scope] of scopes.entries()) {
      const hits = readHits(answers[index]?.text ?? '');
      if (answers[index]?.ok === true && !hits.more) {
        const wanted = new Set(scope.files);
        for (const path of hits.paths) if (wanted.has(path)) found.add(path);
      } else if (scope.files.length <= fewFiles) {
        for (const path of scope.files) found.add(path);
      } else {
        const { here, below } = divide(scope);
        for (const path of here) found.add(path);
        narrower.push(...below);
      }
    }
    scopes = narrower;
  }
  return [...found].sort();
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
      ...(folder === '' ? {} : { path: folder }),
    },
  };
}

function readHits(text: string): { paths: string[]; more: boolean } {
  if (text === 'no hits') return { paths: [], more: false };
  const lines = text.split('\n');
  const more = lines.at(-1) === 'more hits: narrow the search';
  return { paths: lines.map((line) => /^(.+?):\d+:/u.exec(line)?.[1] ?? ''), more };
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
