import { z } from 'zod';
import type { ReadableTree, SearchQuery, SearchResult } from '../ports.ts';
import { hitLines } from './show/hit-lines.ts';
import { markHits } from './show/mark-hits.ts';
import { formatNearest } from './show/nearest-path.ts';
import { cleanPath, pathFilter } from './show/path-filter.ts';
import { defineTool, doneAnswer, refusedAnswer, type ToolAnswer, type ToolContext } from './tool.ts';

const SearchInput = z.object({
  pattern: z.string(),
  text: z.boolean().optional(),
  ignore_case: z.boolean().optional(),
  path: z.string().optional().describe('folder or glob; default the docs folder, "/" for all'),
  exclude: z.string().optional(),
  files_only: z.boolean().optional(),
  context: z.int().min(0).max(5).optional(),
  limit: z.int().min(1).max(500).optional(),
  offset: z.int().min(0).optional(),
});

type Input = z.infer<typeof SearchInput>;

/**
 * Returns `PATH:LINE:TEXT` lines, with TEXT cut at 300 characters around the match (lines around it are
 * `PATH-LINE-TEXT`), or `PATH: COUNT` with `files_only`. The last line gives the totals: `3 hits in 2 files`, or `100
 * of 340 hits in 41 files; next: offset 100`. When there is none: `no hits in 214 files`.
 */
export const search = defineTool({
  name: 'search',
  description: 'Find lines by regular expression, as ripgrep, or by plain text.',
  input: SearchInput,
  summarise: ({ pattern, path }) => `search ${JSON.stringify(pattern)}${path === undefined ? '' : ` in ${path}`}`,
  async run(input, context) {
    if (input.pattern === '' || /[\r\n\0]/.test(input.pattern)) {
      return refusedAnswer('The pattern is empty or has a line break; a search goes line by line.');
    }
    const tree: ReadableTree = context.contextRepository?.tree ?? context.tree;
    const scope = await scopeOf(input, context);
    const result = await tree.search(queryOf(input, scope));
    if (result.searched === 0 && scope.path !== '') return answerForNoFiles(scope, tree, input.exclude);
    markHits(context, result.hits);
    const lines = [...answerLines(input, result, scope), ...listUnsearched(result)];
    return doneAnswer(lines.join('\n'));
  },
});

/** Where a search looks, and whether the model named that place. */
interface Scope {
  path: string;
  given: boolean;
}

/** Returns the docs folder unless something else is named; for a context repository, all of it. */
async function scopeOf({ path }: Input, { contextRepository, docs }: ToolContext): Promise<Scope> {
  if (path !== undefined && path !== '') return { path: cleanPath(path), given: true };
  return { path: contextRepository === undefined ? (await docs.site()).docsFolder : '', given: false };
}

function queryOf(input: Input, scope: Scope): SearchQuery {
  const { pattern, text = false, ignore_case: ignoreCase = false, exclude = '', limit = 100, offset } = input;
  const within = pathFilter(scope.path);
  const without = cleanPath(exclude) === '' ? undefined : pathFilter(exclude);
  return {
    pattern,
    syntax: text ? 'text' : 'regex',
    ignoreCase,
    includes: without === undefined ? within : (path) => within(path) && !without(path),
    limit,
    offset,
    context: input.context,
    filesOnly: input.files_only,
  };
}

/** Returns the result when there is nothing to search. */
function answerForNoFiles({ path }: Scope, tree: ReadableTree, exclude: string | undefined): ToolAnswer {
  const paths = tree.entries().map((entry) => entry.path);
  const matches = pathFilter(path);
  if (exclude !== undefined && paths.some((one) => matches(one))) {
    return refusedAnswer(`Nothing was searched: "exclude" leaves out every file of ${path}.`);
  }
  const anywhere = `**/${path}`;
  const deeper = path.includes('/') ? undefined : paths.find(pathFilter(anywhere));
  const hint = deeper === undefined ? formatNearest(path, paths) : ` In all folders: ${anywhere} (such as ${deeper}).`;
  return refusedAnswer(`Nothing was searched: no file is at ${path}; paths are from the repository's root.${hint}`);
}

function answerLines(input: Input, result: SearchResult, scope: Scope): string[] {
  const { hits, files, total, searched } = result;
  if (total.hits === 0) {
    const more = scope.given || scope.path === '' ? '' : ` of ${scope.path}; path "/" searches the whole repository`;
    return [`no hits in ${count(searched, 'file')}${more}`];
  }
  const lines = input.files_only === true ? files.map((file) => `${file.path}: ${file.hits}`) : hitLines(hits);
  return [...lines, totalLine(input, result)];
}

function totalLine({ files_only: filesOnly = false, offset = 0 }: Input, { hits, files, total }: SearchResult): string {
  const more = total.atLeast ? 'at least ' : '';
  const shown = filesOnly ? files.length : hits.length;
  const all = filesOnly ? total.files : total.hits;
  const counts = `${more}${count(total.hits, 'hit')} in ${count(total.files, 'file')}`;
  if (shown === all && !total.atLeast) return counts;
  const next = offset + shown < all ? `; next: offset ${offset + shown}` : '';
  return filesOnly ? `${shown} of these files: ${counts}${next}` : `${shown} of ${counts}${next}`;
}

/** Reports which files were not searched. */
function listUnsearched({ tooLarge }: SearchResult): string[] {
  if (tooLarge.length === 0) return [];
  const more = tooLarge.length > 3 ? ` and ${tooLarge.length - 3} more` : '';
  return [`not searched, over 5 MB: ${tooLarge.slice(0, 3).join(', ')}${more}`];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
