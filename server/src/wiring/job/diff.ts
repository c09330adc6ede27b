import type { FileDiff, JobDiff } from '@copydesk/contract';
import { readFiles } from '../../jobs/run/journal.ts';
import { readProgress } from '../../jobs/read/read.ts';
import type { Database } from '../../postgres/database.ts';
import type { Repository } from '../../workspace/workspace.ts';

const nothing: JobDiff = { baseCommit: null, headCommit: null, additions: 0, deletions: 0, files: [] };

/**
 * Returns what a job changed: its branch compared with where the branch began. While a turn is in progress, the files
 * of the journal are applied on top.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function readJobDiff(
  { db, openRepository }: { db: Database; openRepository: () => Promise<Repository> },
  jobId: string,
): Promise<JobDiff> {
  const progress = await readProgress(db, jobId);
  const from = progress.branchBase;
  const committed = progress.branchHead;
  const base = progress.baseCommit ?? committed;
  if (from === null || base === null) return nothing;
  const files = await readFiles(db, jobId);
  const repository = await openRepository();
  if (files.length === 0) {
    if (committed === null) return { ...nothing, baseCommit: from };
    return summarise(from, committed, await repository.diff(from, committed));
  }
  const tree = await repository.openTree(base, { changes: files });
  const draft = await repository.commit({
    tree,
    parents: [base],
    message: 'Work under way\n',
    author: { name: 'Copydesk', email: 'copydesk@noreply.invalid' },
    at: new Date(0),
  });
  const written = await repository.diff(from, draft);
  // What contains a secret is not delivered, but stays in the journal until a message has it corrected.
  const { maskingOf } = await import('../../leaks/masking.ts');
  const patches = await maskingOf(async () => [])(written.map(({ patch }) => patch));
  for (const [index, file] of written.entries()) file.patch = patches[index] ?? '';
  return summarise(from, null, written);
}

function summarise(baseCommit: string, headCommit: string | null, files: FileDiff[]): JobDiff {
  const sum = (count: (file: FileDiff) => number) => files.reduce((total, file) => total + count(file), 0);
  return {
    baseCommit,
    headCommit,
    additions: sum((file) => file.additions),
    deletions: sum((file) => file.deletions),
    files,
  };
}
