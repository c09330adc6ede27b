import type { PreparedTurn } from '../turn.ts';

/**
 * Checks the mandate once more for everything that the turn has changed, before any of it is delivered. Tools checked
 * it write by write, with the settings of that time, and a resumed turn has its files from the journal. What a merge
 * brought is the work of others.
 *
 * @throws CopydeskError `path_refused`, `file_refused`, `repository_*`.
 */
export async function checkMandate(
  turn: Pick<PreparedTurn, 'repository' | 'baseCommit' | 'tree' | 'mandate' | 'merged'>,
): Promise<void> {
  const { repository, baseCommit, tree, mandate } = turn;
  if (tree.changes().length === 0) return;
  const merged = await turn.merged();
  const checked = await repository.openTree(baseCommit, { changes: merged, ...mandate });
  const paths = new Set([...tree.changes(), ...merged].map(({ path }) => path));
  const changed = [...paths].filter((path) => checked.entry(path)?.blob !== tree.entry(path)?.blob);
  // Removals come first: `a` can become `a/b`, and `A` can become `a`, only after the old one is gone.
  const [gone, written] = [changed.filter((path) => !tree.entry(path)), changed.filter((path) => tree.entry(path))];
  for (const path of gone) checked.remove(path);
  for (const path of written) {
    const content = await tree.read(path);
    await checked.examine(path, content);
    checked.write(path, content);
  }
}
