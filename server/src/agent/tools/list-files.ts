import { z } from 'zod';
import type { TreeEntry } from '../ports.ts';
import { pathFilter } from './path-filter.ts';
import { defineTool, done } from './tool.ts';

const ListFilesInput = z.object({
  path: z.string().optional().describe('folder or glob (*, **, ?)'),
  offset: z.int().min(0).optional(),
});

const pageSize = 500;

/**
 * Answers one path a line, up to 500, and `… N more; call again with offset M` as the last line when there are more;
 * `no files` when there are none. What is no file is told: `PATH (symlink)`, `PATH (submodule)`.
 */
export const listFiles = defineTool({
  name: 'list_files',
  description: 'List paths of the repository, sorted.',
  input: ListFilesInput,
  summarise: ({ path }) => (path === undefined ? 'list files' : `list ${path}`),
  run({ path = '', offset = 0 }, { tree, beside }) {
    const matches = pathFilter(path);
    const found = (beside?.tree ?? tree).entries().filter((entry) => matches(entry.path));
    const lines = found.slice(offset, offset + pageSize).map(line);
    const left = found.length - offset - lines.length;
    if (left > 0) lines.push(`… ${left} more; call again with offset ${offset + pageSize}`);
    return Promise.resolve(done(lines.length === 0 ? 'no files' : lines.join('\n')));
  },
});

function line({ path, kind }: TreeEntry): string {
  return kind === 'file' ? path : `${path} (${kind})`;
}
