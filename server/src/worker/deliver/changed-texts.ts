import { isCopydeskError } from '@copydesk/contract';
import type { Outgoing } from '../../leaks/outgoing-secrets.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import type { PreparedTurn } from '../turn.ts';
import { utf8Text } from '../utf8-text.ts';

/** The files that a change leaves different, and how everything that it touches was before. */
export type ChangedTexts = Pick<Outgoing, 'files' | 'before'>;

/** Reads both for a turn. */
export async function changedTexts({ repository, baseCommit, tree: after }: PreparedTurn): Promise<ChangedTexts> {
  const before = await repository.openTree(baseCommit);
  const changes = after.changes();
  const texts = await Promise.all(changes.map(({ path }) => textAt(before, path)));
  const files = changes.flatMap(({ path, content }, index) =>
    content === null ? [] : [{ path, isNew: texts[index] === undefined, text: textOf(content) }],
  );
  return { files, before: texts.filter((text) => text !== undefined) };
}

/** Also decodes an image, whatever text its bytes spell. */
function textOf(content: Uint8Array): string {
  return utf8Text(content) ?? Buffer.from(content).toString('latin1');
}

async function textAt(tree: GitTree, path: string): Promise<string | undefined> {
  if (tree.entry(path)?.kind !== 'file') return undefined;
  try {
    return textOf(await tree.read(path));
  } catch (error) {
    if (isCopydeskError(error, 'file_refused')) return '';
    throw error;
  }
}
