import { changedLines } from '../../edit/changed-lines.ts';
import type { ChangedLines } from '../../edit/changed-lines.ts';
import { linesOf } from '../../edit/lines.ts';
import type { LineChange, LineRange } from '../../text/line-ranges.ts';
import type { AgentTree } from '../../ports.ts';
import type { ToolContext } from '../tool.ts';

/** What is known about a change besides its texts. */
interface AfterChange {
  /** The files that were moved, with their current paths. */
  moved?: ReadonlyMap<string, string>;
  /**
   * Lines inserted into a file. A diff could mix them up with changed lines above them, or match them to equal lines.
   */
  inserted?: { path: string; lines: LineRange };
}

/** Moves the marks of the saved files to their current contents and, if they were moved, to their current paths. */
type LetFollow = (after?: AfterChange) => Promise<void>;

/**
 * Saves the marks of files that a tool is about to change. Afterwards, lines that stay, or that change where the model
 * has seen the old line, count as seen; other new lines do not.
 *
 * @param isRepair whether the tool changes nothing in them except what another change makes wrong.
 */
export async function saveMarks(
  { tree, marks }: Pick<ToolContext, 'tree' | 'marks'>,
  paths: Iterable<string>,
  { isRepair = true }: { isRepair?: boolean } = {},
): Promise<LetFollow> {
  const saved: SavedFile[] = [];
  for (const path of new Set(paths)) {
    const blob = tree.entry(path)?.blob;
    if (blob !== undefined && marks.has(path, blob)) saved.push({ path, blob, bytes: await tree.read(path) });
  }
  return async ({ moved, inserted } = {}) => {
    for (const { path, blob, bytes } of saved) {
      const to = moved?.get(path) ?? path;
      const lines = inserted?.path === to ? inserted.lines : undefined;
      const changes = await changesSince(tree, { path: to, blob, bytes }, lines);
      if (changes !== undefined) marks.follow(tree, to, { was: { path, blob }, changes, isOwnText: false, isRepair });
    }
  };
}

interface SavedFile {
  path: string;
  blob: string;
  bytes: Uint8Array;
}

/** Returns how the lines of a file have changed; undefined when it no longer exists. */
async function changesSince(
  tree: AgentTree,
  was: SavedFile,
  inserted: LineRange | undefined,
): Promise<LineChange[] | undefined> {
  const entry = tree.entry(was.path);
  if (entry === undefined) return undefined;
  if (entry.blob === was.blob) return [];
  const [before = '', after = ''] = [was.bytes, await tree.read(was.path)].map((bytes) =>
    new TextDecoder().decode(bytes),
  );
  return inserted === undefined ? lineChanges(before, after) : changesAroundInserted(before, after, inserted);
}

/** Returns where the lines of two texts differ, in the form that marks follow. */
export function lineChanges(before: string, after: string): LineChange[] {
  return changedLines(before, after).map(lineChange);
}

function lineChange({ oldLine, removed, added }: ChangedLines): LineChange {
  return { from: oldLine, removed: removed.length, added: added.length };
}

/** Returns the other changes, and the inserted lines with the empty line that was inserted with them. */
function changesAroundInserted(before: string, after: string, { from, to }: LineRange): LineChange[] {
  const lines = linesOf(after);
  const isEmpty = (line: number) => lines[line - 1]?.content.trim() === '';
  const [first, last] = isEmpty(from - 1) ? [from - 1, to] : [from, isEmpty(to + 1) ? to + 1 : to];
  const rest = after.slice(0, lines[first - 1]?.start) + after.slice(lines[last - 1]?.next ?? after.length);
  const others = changedLines(before, rest);
  const above = others.filter(({ newLine }) => newLine < first);
  if (above.some(({ newLine, added }) => newLine + added.length > first)) return lineChanges(before, after);
  const further = above.reduce((sum, { added, removed }) => sum + added.length - removed.length, 0);
  const insertion = { from: first - further, removed: 0, added: last - first + 1 };
  return [...above.map(lineChange), insertion, ...others.slice(above.length).map(lineChange)];
}
