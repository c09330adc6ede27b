import { isCopydeskError } from '@copydesk/contract';
import { isWithin } from '../../docs/text/paths.ts';
import type { GitTree } from '../../workspace/workspace.ts';

/**
 * Finds at most so many files of the docs in a tree that contain a text. Returns none when the model's searches have
 * used up the turn's time, or when a search takes too long: the caller then treats the text as new, which reviewers are
 * informed of.
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
