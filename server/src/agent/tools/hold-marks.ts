import { changedLines } from '../edit/changed-lines.ts';
import type { LineChange } from '../line-ranges.ts';
import type { AgentTree } from '../ports.ts';
import type { ToolContext } from './tool.ts';

/** Lets the marks follow files that were held, to their present contents and, where they were moved, their present paths. */
type LetFollow = (moved?: ReadonlyMap<string, string>) => Promise<void>;

/**
 * Holds what the model has seen of files that a tool is about to change: what stays in them, or changes in lines that it
 * has seen, counts as seen afterwards, and what comes in besides does not.
 */
export async function holdMarks({ tree, marks }: ToolContext, paths: Iterable<string>): Promise<LetFollow> {
  const held: { path: string; blob: string; bytes: Uint8Array }[] = [];
  for (const path of new Set(paths)) {
    const blob = tree.entry(path)?.blob;
    if (blob !== undefined && marks.has(path, blob)) held.push({ path, blob, bytes: await tree.read(path) });
  }
  return async (moved) => {
    for (const { path, blob, bytes } of held) {
      const to = moved?.get(path) ?? path;
      const changes = await changesSince(tree, { path: to, blob, bytes });
      if (changes !== undefined) marks.follow(tree, to, { was: { path, blob }, changes, isOwnText: false });
    }
  };
}

/** How the lines of a file differ from what they were; undefined when it is gone. */
async function changesSince(
  tree: AgentTree,
  was: { path: string; blob: string; bytes: Uint8Array },
): Promise<LineChange[] | undefined> {
  const entry = tree.entry(was.path);
  if (entry === undefined) return undefined;
  if (entry.blob === was.blob) return [];
  const [before, after] = [was.bytes, await tree.read(was.path)].map((bytes) => new TextDecoder().decode(bytes));
  return changedLines(before ?? '', after ?? '').map(({ oldLine, removed, added }) => {
    return { from: oldLine, removed: removed.length, added: added.length };
  });
}
