import type { AgentTree } from '../../ports.ts';

/** A file's whole new content; null deletes the file. */
export interface WholeFile {
  path: string;
  content: Uint8Array | null;
}

/**
 * Writes all of the files, or none: when the tree refuses one, those written before are restored.
 * @throws any error of the tree.
 */
export async function applyTogether(tree: AgentTree, files: WholeFile[]): Promise<void> {
  const former: WholeFile[] = [];
  for (const { path } of files) {
    former.push({ path, content: tree.entry(path) === undefined ? null : await tree.read(path) });
  }
  for (const [index, file] of files.entries()) {
    try {
      await put(tree, file);
    } catch (error) {
      for (const earlier of former.slice(0, index).toReversed()) await put(tree, earlier);
      throw error;
    }
  }
}

/** Writes one file. @throws any error of the tree. */
export async function writeWhole(tree: AgentTree, path: string, content: Uint8Array): Promise<void> {
  await tree.examine(path, content);
  tree.write(path, content);
}

async function put(tree: AgentTree, { path, content }: WholeFile): Promise<void> {
  if (content !== null) await writeWhole(tree, path, content);
  else if (tree.entry(path) !== undefined) tree.remove(path);
}
