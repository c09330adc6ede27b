import { z } from 'zod';
import { folderTree } from '../../text/folder-tree.ts';
import { filterWithPauses } from '../../call/with-pauses.ts';
import type { TreeEntry } from '../../ports.ts';
import { nearestPaths } from '../show/nearest-path.ts';
import { cleanPath, pathFilter } from '../show/path-filter.ts';
import { defineTool, doneAnswer } from '../tool.ts';

const ListFilesInput = z.object({
  path: z.string().optional().describe('folder or glob (*, **, ?)'),
  offset: z.int().min(0).optional(),
});

const pageSize = 500;

/** A tree is as deep as there is room for. */
const treeBounds = { lines: 200, levels: Infinity };

/**
 * For a folder, returns a tree, see {@link folderTree}. For a glob or a file, returns one path a line, up to 500, and
 * `… N more; call again with offset M` as the last line when there are more. Entries that are no files are marked:
 * `PATH (symlink)`, `PATH (submodule)`. When nothing matches, returns `no files` with the nearest existing paths.
 */
export const listFiles = defineTool({
  name: 'list_files',
  description: 'List a folder as a tree with counts, or the paths of a glob.',
  input: ListFilesInput,
  summarise: ({ path }) => (path === undefined ? 'list files' : `list ${path}`),
  async run({ path: given = '', offset = 0 }, { tree, contextRepository }) {
    const entries = (contextRepository?.tree ?? tree).entries();
    const path = cleanPath(given).replace(/\/+$/, '');
    const lines = folderTree(entries, path, { ...treeBounds, offset }) ?? (await pathLines(entries, path, offset));
    return doneAnswer(lines.length === 0 ? noFilesText(path, entries) : lines.join('\n'));
  },
});

async function pathLines(entries: readonly TreeEntry[], path: string, offset: number): Promise<string[]> {
  const matches = pathFilter(path);
  const found = await filterWithPauses(entries, (entry) => matches(entry.path));
  const lines = found.slice(offset, offset + pageSize).map(formatEntry);
  const left = found.length - offset - lines.length;
  return left > 0 ? [...lines, `… ${left} more; call again with offset ${offset + pageSize}`] : lines;
}

function formatEntry({ path, kind }: TreeEntry): string {
  return kind === 'file' ? path : `${path} (${kind})`;
}

function noFilesText(path: string, entries: readonly TreeEntry[]): string {
  const near = nearestPaths(
    path,
    entries.map((entry) => entry.path),
  );
  return near.length === 0 ? 'no files' : `no files; near it: ${near.join(', ')}`;
}
