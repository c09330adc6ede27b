import { isCopydeskError } from '@copydesk/contract';
import { isWithin } from '../docs/paths.ts';
import type { GitTree } from '../workspace/workspace.ts';

/**
 * Finds the files of the docs of a tree that hold a text, and so many of them at the most. None where the model's searches have
 * used up the time of the turn, or a search takes too long: what asks takes the text for new then, which reviewers are told.
 */
export function filesHolding(
  tree: Pick<GitTree, 'search'>,
  docsFolder: string,
): (text: string, most: number) => Promise<string[]> {
  const includes = (path: string) => isWithin(path, docsFolder);
  return async (pattern, limit) => {
    try {
      const found = await tree.search({ pattern, syntax: 'text', ignoreCase: false, includes, limit, filesOnly: true });
      return found.files.map(({ path }) => path);
    } catch (error) {
      if (isCopydeskError(error, 'invalid_request')) return [];
      throw error;
    }
  };
}
