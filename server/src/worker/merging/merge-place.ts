import type { CommitChecks } from '../../code-hosts/host-checks.ts';
import type { HostedCodeHost } from '../../code-hosts/code-host.ts';
import type { MergeOutcome, MergeStanding } from '../../code-hosts/merge.ts';
import { isCopydeskError } from '@copydesk/contract';
import { pullRequestEnded, recordPullRequestState } from '../../jobs/deliver/delivered.ts';
import type { MergeWatch } from '../../jobs/hosts/merge-watch.ts';
import type { Project } from '../../projects/project.ts';
import { mergePullRequest } from '../../pull-requests/end.ts';
import { readPullRequest } from '../../pull-requests/read.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { author } from '../deliver/author.ts';
import type { WorkerServices } from '../services.ts';

/** Where a pull request is, as its merge needs it: at a code host, or in Copydesk itself. */
export interface MergePlace {
  standing: () => Promise<MergeStanding | undefined>;
  checksOf: (commit: string) => Promise<CommitChecks>;
  merge: () => Promise<MergeOutcome>;
  /** Says once on the pull request why it was merged, where that can be. */
  comment: (body: string) => Promise<void>;
  /** Stores that the pull request is merged, as its code host would report it. */
  recordMerged: () => Promise<void>;
  /** Why only a person may merge there. */
  isForPeople: string | undefined;
}

export function hostedPlace({ db }: WorkerServices, host: HostedCodeHost, watch: MergeWatch): MergePlace {
  const { projectId, jobId, number, head: headCommit, deliveredAt } = watch;
  return {
    standing: () => host.mergeStanding(number, deliveredAt),
    checksOf: (commit) => host.checksOf(commit),
    merge: () => host.merge({ number, headCommit }),
    comment: (body) => host.comment({ number, body, mark: `merged-${headCommit}` }),
    recordMerged: async () => void (await recordPullRequestState(db, { projectId, jobId, number, state: 'merged' })),
    isForPeople: host.onlyPeopleMerge,
  };
}

/** A local pull request has no comments, labels and checks. It is held up by being a draft, and ended by being closed. */
export function localPlace(
  { db, now }: WorkerServices,
  repository: Repository,
  { project, watch }: { project: Project; watch: MergeWatch },
): MergePlace {
  const { projectId, number, head: headCommit } = watch;
  return {
    standing: async () => await localStanding({ db }, watch),
    checksOf: () => Promise.resolve({ checks: [], previews: [], isWhole: true }),
    async merge() {
      try {
        await db.transaction().execute(async (transaction) => {
          const request = { projectId, number, headCommit, by: author, at: now() };
          const { jobId } = await mergePullRequest(transaction, repository, request);
          if (jobId !== null) await pullRequestEnded(transaction, { jobId, number, state: 'merged' });
        });
        return { kind: 'merged' };
      } catch (error) {
        if (isCopydeskError(error, 'pull_request_moved')) return { kind: 'moved' };
        if (isCopydeskError(error) && refusals.has(error.code)) return { kind: 'refused', because: error.message };
        throw error;
      }
    },
    comment: () => Promise.resolve(),
    recordMerged: () => Promise.resolve(),
    isForPeople:
      project.mergeBy === 'other'
        ? 'The project wants every pull request merged by another than those who asked.'
        : undefined,
  };
}

const refusals = new Set([
  'not_found',
  'pull_request_not_open',
  'pull_request_draft',
  'merge_conflict',
  'working_copy_dirty',
  'push_rejected',
]);

async function localStanding(
  { db }: Pick<WorkerServices, 'db'>,
  watch: MergeWatch,
): Promise<MergeStanding | undefined> {
  const found = await readPullRequest(db, watch.projectId, watch.number);
  if (found === undefined) return undefined;
  const { number, state, headRef, baseRef, headCommit, title, draft, endedBy } = found;
  return {
    pullRequest: { number, link: '', state, headRef, baseRef, headCommit },
    title,
    isDraft: draft,
    labels: [],
    isMergeable: true,
    changesRequestedBy: [],
    openThreads: 0,
    lastCommentAt: undefined,
    isOwnMerge: endedBy === author.name,
  };
}
