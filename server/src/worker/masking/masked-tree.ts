import { isCopydeskError } from '@copydesk/contract';
import type { ReadableTree, SearchHit, SearchQuery, SearchResult } from '../../agent/ports.ts';
import { isSecretFile, readableText } from '../../leaks/secret-files.ts';
import { utf8Text } from '../utf8-text.ts';

/**
 * Returns the files of a context repository without the secrets in them: a model cannot repeat what it has not read. A
 * search does not find anything hidden either, not even as a number of hits.
 */
export function maskedTree(tree: ReadableTree): ReadableTree {
  const clean = new Set<string>();

  /** The text as it may be read; undefined when there is nothing to hide. */
  const masked = async (path: string, bytes: Uint8Array): Promise<string | undefined> => {
    const blob = tree.entry(path)?.blob ?? '';
    if (clean.has(blob) && !isSecretFile(path)) return undefined;
    const text = utf8Text(bytes);
    const readable = text === undefined ? undefined : await readableText(path, text);
    if (readable !== text) return readable;
    clean.add(blob);
    return undefined;
  };

  /** The lines of a file as they may be read; undefined when there is nothing to hide. */
  const maskedLines = async (path: string): Promise<string[] | undefined> => {
    try {
      return (await masked(path, await tree.read(path)))?.split('\n');
    } catch (error) {
      if (isCopydeskError(error)) return undefined;
      throw error;
    }
  };

  return {
    entries: () => tree.entries(),
    entry: (path) => tree.entry(path),
    async read(path) {
      const bytes = await tree.read(path);
      const readable = await masked(path, bytes);
      return readable === undefined ? bytes : new TextEncoder().encode(readable);
    },
    search: async (query) => await withoutSecrets(await tree.search(withoutSecretFiles(query)), maskedLines),
  };
}

function withoutSecretFiles(query: SearchQuery): SearchQuery {
  return { ...query, includes: (path) => !isSecretFile(path) && (query.includes?.(path) ?? true) };
}

async function withoutSecrets(
  result: SearchResult,
  maskedLines: (path: string) => Promise<string[] | undefined>,
): Promise<SearchResult> {
  const paths = new Set([...result.hits, ...result.files].map(({ path }) => path));
  const masked = new Map<string, string[]>();
  for (const path of paths) {
    const lines = await maskedLines(path);
    if (lines !== undefined) masked.set(path, lines);
  }
  if (masked.size === 0) return result;
  // When a search returns only files, the lines of the hits are not known.
  const files = result.files.filter(({ path }) => !masked.has(path));
  const hits = result.hits.flatMap((hit) => readableHit(hit, masked.get(hit.path)));
  const fewer = result.hits.length - hits.length + sumOf(result.files) - sumOf(files);
  const total = {
    ...result.total,
    hits: result.total.hits - fewer,
    files: result.total.files - countLostFiles(result, hits, files),
  };
  return { ...result, hits, files, total };
}

function readableHit(hit: SearchHit, lines: readonly string[] | undefined): SearchHit[] {
  if (lines === undefined) return [hit];
  const { line, text, before, after } = hit;
  const isReadable = (shown: string, number: number): boolean =>
    withoutReturn(lines[number - 1] ?? '').includes(withoutReturn(shown));
  if (!isReadable(text, line)) return [];
  const readable = (shown: string, number: number): string =>
    isReadable(shown, number) ? shown : withoutReturn(lines[number - 1] ?? '').slice(0, 300);
  return [
    {
      ...hit,
      before: before.map((shown, index) => readable(shown, line - before.length + index)),
      after: after.map((shown, index) => readable(shown, line + 1 + index)),
    },
  ];
}

function withoutReturn(line: string): string {
  return line.replace(/\r$/, '');
}

function sumOf(files: SearchResult['files']): number {
  return files.reduce((sum, { hits }) => sum + hits, 0);
}

/** How many files were removed from the result. */
function countLostFiles(before: SearchResult, hits: readonly SearchHit[], files: SearchResult['files']): number {
  return filesIn(before.hits) - filesIn(hits) + before.files.length - files.length;
}

function filesIn(hits: readonly SearchHit[]): number {
  return new Set(hits.map(({ path }) => path)).size;
}
