import { CopydeskError } from '@copydesk/contract';
import type { GitTree } from '../../workspace/tree/tree.ts';
import { utf8Text } from '../utf8-text.ts';

/** Returns the text of a file; undefined when it is too large or not UTF-8. */
export async function textAt(tree: GitTree, path: string): Promise<string | undefined> {
  try {
    return utf8Text(await tree.read(path));
  } catch (error) {
    if (error instanceof CopydeskError && error.code === 'file_refused') return undefined;
    throw error;
  }
}
