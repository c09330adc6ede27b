import { filterWithPauses } from '../call/with-pauses.ts';
import type { TreeEntry } from '../ports.ts';
import type { Replacement } from '../text/replacement.ts';
import { anyPathFilter, pathFilter } from '../tools/show/path-filter.ts';
import type { ToolContext } from '../tools/tool.ts';

type Reached = Pick<ToolContext, 'tree' | 'docs'>;

const maximumFiles = 20_000;

/** The files that a call is about. */
export interface Files {
  /** How many files match. */
  count: number;
  /** Those that may contain what is searched. */
  holding: TreeEntry[];
  /** Those that could not be searched. */
  unread: string[];
}

/** Returns the files that a call is about, or a sentence that says what is wrong with them. */
export async function filesToReplaceIn(
  { tree, docs }: Reached,
  { path, exclude, replacement }: { path: string | undefined; exclude: string[]; replacement: Replacement },
): Promise<Files | string> {
  const folder = path === undefined || path === '' ? (await docs.site()).docsFolder : path;
  const matches = pathFilter(folder);
  const isExcluded = anyPathFilter(exclude.filter((glob) => glob !== ''));
  const files = await filterWithPauses(
    tree.entries(),
    ({ kind, path: at }) => kind === 'file' && matches(at) && !isExcluded(at),
  );
  if (files.length === 0)
    return `There is no file in ${folder === '' ? 'the docs' : folder}${exclude.length > 0 ? ' that is not excluded' : ''}. Nothing was replaced.`;
  const found =
    files.length <= readUnsearched ? { holding: files, unread: [] } : await search(tree, files, replacement);
  if (found !== undefined && found.holding.length <= maximumFiles) return { count: files.length, ...found };
  return `There are too many places in these ${files.length} files to be replaced at once: make it longer, or narrow path. Nothing was replaced.`;
}

/** Reading more files than this takes longer than searching them, which happens in threads. */
const readUnsearched = 1_000;

/**
 * Searches line by line: of a text with several lines, only the longest one, which every match must contain. Undefined
 * when there are too many hits to count them all.
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
