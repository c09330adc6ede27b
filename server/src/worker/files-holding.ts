import { isWithin } from '../docs/paths.ts';
import type { GitTree } from '../workspace/workspace.ts';

/** Finds the files of the docs of a tree that hold a text, and so many of them at the most. */
export function filesHolding(tree: GitTree, docsFolder: string): (text: string, most: number) => Promise<string[]> {
  const includes = (path: string) => isWithin(path, docsFolder);
  return async (pattern, limit) => {
    const found = await tree.search({ pattern, syntax: 'text', ignoreCase: false, includes, limit, filesOnly: true });
    return found.files.map(({ path }) => path);
  };
}
