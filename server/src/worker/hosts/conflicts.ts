import { isBuiltIn } from '../../agent/model.ts';
import { safeMarkdown } from '../../code-hosts/safe-text.ts';
import { listDelivered, recordConflict } from '../../jobs/deliver/delivered.ts';
import type { Delivered } from '../../jobs/deliver/delivered.ts';
import type { Repository } from '../../workspace/workspace.ts';
import type { HostWork } from './host-work.ts';
import { mostWatched } from './poll-hosts.ts';

/**
 * Checks whether the open pull requests into or from a branch now conflict: one fetch, and one merge in memory for
 * each. A new conflict is reported in the transcript and on the pull request; a resolved one only in the transcript.
 *
 * @returns whether there were any.
 */
export async function checkConflicts(work: HostWork, branch: string): Promise<boolean> {
  const { services, project } = work;
  const watched = await listDelivered(services.db, project.id, mostWatched);
  const concerned = watched.filter((one) => one.baseRef === branch || one.branch === branch);
  if (concerned.length === 0) return false;
  const repository = await services.workspace.repository(services.source(project));
  await repository.fetch();
  for (const delivered of concerned) await checkConflict(work, repository, delivered);
  return true;
}

async function checkConflict(work: HostWork, repository: Repository, delivered: Delivered): Promise<void> {
  const { branch, baseRef, isConflicting } = delivered;
  const [head, base] = [await repository.head(branch), await repository.head(baseRef)];
  // One of the branches is gone, and the pull request with it.
  if (head === undefined || base === undefined) return;
  const { conflicts } = await repository.tryMerge({ ours: base, theirs: head });
  if (conflicts.length > 0 === isConflicting) return;
  if (conflicts.length > 0 && !(await isOpen(work, delivered))) return;
  // Posted before the report is stored: a comment with the same mark is posted only once.
  if (conflicts.length > 0) await reportConflict(work, delivered, { head, files: conflicts });
  await recordConflict(work.services.db, delivered, conflicts);
}

/**
 * Excludes a pull request that ended a moment ago, and somebody else's that has the number which ours had at another
 * host.
 */
async function isOpen({ host }: HostWork, { number, branch }: Delivered): Promise<boolean> {
  const pullRequest = await host.read(number);
  return pullRequest?.state === 'open' && pullRequest.headRef === branch;
}

const mostNamed = 20;

async function reportConflict(
  { host, connection }: HostWork,
  { number, baseRef, model }: Delivered,
  { head, files }: { head: string; files: readonly string[] },
): Promise<void> {
  const named = files.slice(0, mostNamed).map((file) => `- \`${file.replaceAll(/[`\r\n]/g, ' ')}\``);
  const others = files.length > mostNamed ? [`- and ${files.length - mostNamed} more`] : [];
  const body = [
    `This pull request conflicts with \`${baseRef}\`, which has changed since. Both have changed:`,
    '',
    ...named,
    ...others,
    '',
    isBuiltIn(model)
      ? `Merge \`${baseRef}\` into this branch by hand: \`${model}\`, which made this change, does not solve conflicts.`
      : `To let Copydesk solve the conflicts, write: \`@${connection.mention} please solve the conflicts\``,
  ];
  await host.comment({ number, body: safeMarkdown(body.join('\n')), mark: `conflict-${head}` });
}
