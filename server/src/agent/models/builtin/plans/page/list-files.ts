import type { Plan, ToolCall } from '../plan.ts';

/** Files that match paths and globs; symbolic links and submodules are listed separately. */
export interface Listing {
  files: string[];
  others: string[];
}

/** Lists all files that match these globs, however many. */
export async function* listFiles(globs: readonly string[]): Plan<Listing> {
  const lines: string[] = [];
  const first = yield globs.map((path) => call(path, 0));
  const further: ToolCall[] = [];
  for (const [index, answer] of first.entries()) {
    const { paths, more } = readListing(answer.text);
    lines.push(...paths);
    for (let offset = paths.length; offset < paths.length + more; offset += 500)
      further.push(call(globs[index] ?? '', offset));
  }
  if (further.length > 0) {
    for (const answer of yield further) lines.push(...readListing(answer.text).paths);
  }
  const other = / \((?:symlink|submodule)\)$/u;
  return {
    files: lines.filter((line) => !other.test(line)).sort(),
    others: lines.filter((line) => other.test(line)),
  };
}

function call(path: string, offset: number): ToolCall {
  const input = path === '' ? {} : { path };
  return { tool: 'list_files', input: offset === 0 ? input : { ...input, offset } };
}

function readListing(text: string): { paths: string[]; more: number } {
  if (/^no files(?:;|$)/u.test(text)) return { paths: [], more: 0 };
  const lines = text.split('\n');
  const more = /^… (\d+) more; call again with offset \d+$/u.exec(lines.at(-1) ?? '');
  return more === null ? { paths: lines, more: 0 } : { paths: lines.slice(0, -1), more: Number(more[1]) };
}
