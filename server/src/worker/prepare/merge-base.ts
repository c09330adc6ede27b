import { mergeNotePrefix } from '../../agent/notes/merge-note.ts';
import type { Problem } from '../../agent/ports.ts';
import { readUnread } from '../../jobs/run/journal.ts';
import type { TurnStart } from '../../jobs/run/journal.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Database } from '../../postgres/database.ts';
import type { GitTree, Repository } from '../../workspace/workspace.ts';

/** The start of a turn that merges the base branch into its own. */
export interface MergeStart {
  /** The head of the base branch. The turn's change is everything that the whole job changes of it. */
  baseCommit: string;
  merge: NonNullable<TurnStart['merge']>;
}

/**
 * Begins a turn that was asked to solve conflicts. It begins at the head of the base branch, with the job's change
 * applied there and git's conflict marks where both sides have changed the same lines. Its commit gets the branch's own
 * head as a parent. So the model sees both versions, nothing is pushed before it has chosen, and a worker that resumes
 * the turn finds all of it in the journal.
 *
 * @returns undefined when no unread message mentions a conflict, or there is none.
 */
export async function beginWithMerge(
  db: Database,
  job: Pick<LeasedJob, 'id' | 'base_ref'>,
  repository: Repository,
  head: string,
): Promise<MergeStart | undefined> {
  const unread = await readUnread(db, job.id);
  if (!unread.some(({ prompt }) => speaksOfConflict.test(prompt))) return undefined;
  const base = await repository.head(job.base_ref);
  if (base === undefined) return undefined;
  const { conflicts, changes } = await repository.tryMerge({ ours: base, theirs: head });
  if (conflicts.length === 0) return undefined;
  const files = await changes();
  if (files.length === 0) return undefined;
  const tree = await repository.openTree(base, { changes: files });
  return { baseCommit: base, merge: { head, files, tree: tree.id() } };
}

const speaksOfConflict = /\bconflict(s|ing|ed)?\b/i;

/** Returns the notice that the model reads before the first step of such a turn. */
export function mergeNotice(tree: GitTree, baseRef: string): string {
  const marked = markedFiles(tree).map(({ path }) => path);
  const where = marked.length === 0 ? 'No file holds marks: look at what each side removed or renamed.' : '';
  return [
    `${mergeNotePrefix} ${baseRef} was merged into this pull request. In the files named below, git's marks show`,
    `both versions: between "<<<<<<<" and "=======" what ${baseRef} says now, from there to ">>>>>>>" what this pull`,
    'request says. When you are asked to solve the conflicts, read each file again, keep what both sides meant, and',
    `remove every mark. ${where}`,
    ...marked.map((path) => `- ${path}`),
  ].join('\n');
}

export const conflictMarks = 'conflict-marks';

/** Conflict marks that were left are a fault of the change, whatever the docs' own checks report about them. */
export function leftMarks(tree: GitTree): Problem[] {
  return markedFiles(tree).map(({ path, line }) => ({
    rule: conflictMarks,
    severity: 'error',
    path,
    line,
    message:
      'a conflict is not solved here: choose what both sides meant, and remove the marks from <<<<<<< to >>>>>>>',
  }));
}

function markedFiles(tree: GitTree): { path: string; line: number }[] {
  return tree.changes().flatMap(({ path, content }) => {
    const text = content === null ? '' : Buffer.from(content).toString();
    const before = /^<{7} [0-9a-f]{40,64}$/m.exec(text)?.index;
    return before === undefined ? [] : [{ path, line: text.slice(0, before).split('\n').length }];
  });
}
