import type { PreparedTurn } from './turn.ts';

/**
 * Asks the mandate once more, of all that the turn has changed, before any of it leaves: tools asked it write by write, by
 * the settings of that time, and a turn that goes on has its files from the journal. What a merge brought is of others.
 *
 * @throws CopydeskError `path_refused`, `file_refused`, `repository_*`.
 */
export async function checkMandate(
  turn: Pick<PreparedTurn, 'repository' | 'baseCommit' | 'tree' | 'mandate' | 'merged'>,
): Promise<void> {
  const { repository, baseCommit, tree, mandate } = turn;
  if (tree.changes().length === 0) return;
  const merged = await turn.merged();
  const anew = await repository.openTree(baseCommit, { changes: merged, ...mandate });
  const paths = new Set([...tree.changes(), ...merged].map(({ path }) => path));
  const changed = [...paths].filter((path) => anew.entry(path)?.blob !== tree.entry(path)?.blob);
  // Away first: `a` can become `a/b`, and `A` `a`, only when they are no longer there.
  const [gone, written] = [changed.filter((path) => !tree.entry(path)), changed.filter((path) => tree.entry(path))];
  for (const path of gone) anew.remove(path);
  for (const path of written) {
    const content = await tree.read(path);
    await anew.examine(path, content);
    anew.write(path, content);
  }
}
