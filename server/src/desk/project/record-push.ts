import { isCopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import { listOpenInto } from '../../pull-requests/pushed.ts';
import { recordPushed } from '../../pull-requests/pushed-branches.ts';
import type { PullRequestRepository } from '../../pull-requests/repository.ts';
import { noticeMergeAs } from '../job/pull-requests.ts';

/** What a push has done to the refs of a repository. */
export interface ReceivedPush {
  /** `from` is null for a new ref, `to` for a deleted one. */
  moved: { ref: string; from: string | null; to: string | null }[];
}

/** How much of one push the audit log records. */
const mostRecorded = { refs: 20, charactersOfRef: 200 };

/**
 * Records a push in the audit log, records who made the branches, and marks the open pull requests as merged whose
 * heads it has brought into their base branches. A push that moved nothing is not recorded.
 */
export async function recordPushAs(
  db: Database,
  actor: Actor,
  {
    project,
    push: { moved },
    repository,
    at,
  }: { project: Project; push: ReceivedPush; repository: () => Promise<PullRequestRepository>; at: Date },
): Promise<void> {
  if (moved.length === 0) return;
  const refs = moved
    .slice(0, mostRecorded.refs)
    .map(({ ref, from, to }) => `${shortenRef(ref)} ${from ?? 'none'}..${to ?? 'none'}`);
  const more = moved.length - refs.length;
  const branches = moved.flatMap(({ ref, ...commits }) =>
    ref.startsWith('refs/heads/') ? [{ branch: ref.slice('refs/heads/'.length), ...commits }] : [],
  );
  await inTransaction(db, async (transaction) => {
    const { id: projectId, name } = project;
    await recordAction(transaction, actor, {
      action: 'git.push',
      projectId,
      subject: { kind: 'project', id: projectId, name },
      detail: { refs, ...(more > 0 && { more }) },
    });
    if (actor.id !== null) await recordPushed(transaction, { projectId, keyId: actor.id }, branches);
  });
  for (const { branch, to } of branches) {
    if (to === null) continue;
    const numbers = await listOpenInto(db, project.id, branch);
    for (const number of numbers) await noticeUnlessEnded(number);
  }

  async function noticeUnlessEnded(number: number): Promise<void> {
    try {
      await noticeMergeAs(db, actor, await repository(), { projectId: project.id, number, at });
    } catch (error) {
      // Somebody else merged or closed it, or deleted the project, at the same moment.
      if (!isCopydeskError(error, 'pull_request_not_open') && !isCopydeskError(error, 'not_found')) throw error;
    }
  }
}

function shortenRef(ref: string): string {
  return ref.length <= mostRecorded.charactersOfRef
    ? ref
    : `${ref.slice(0, mostRecorded.charactersOfRef - 1).toWellFormed()}…`;
}
