import { isCopydeskError } from '@copydesk/contract';
import type { CodeHost, PullRequest, PullRequestDraft } from '../../code-hosts/code-host.ts';
import { recordPullRequest, recordPush } from '../../jobs/deliver/delivery.ts';
import type { BegunDelivery } from '../../jobs/deliver/delivery.ts';
import { isAskedInComments } from '../../jobs/hosts/origin.ts';
import { hasContested } from '../describe/contested-before.ts';
import type { DeliveryWork } from './delivery-work.ts';
import { traced } from '../stages.ts';
import type { Standing } from './standing.ts';
import { whileHeld } from '../claim/while-held.ts';

/** A delivery whose intent is stored. */
export type IntendedDelivery = Pick<BegunDelivery, 'number' | 'branch' | 'commit' | 'title' | 'description' | 'draft'>;

/**
 * Pushes the commit of a delivery, and finds or opens its pull request, as far as that has not happened yet. Each
 * effect is stored when it is made. All of it may be repeated.
 *
 * @returns the link of the pull request.
 * @throws CopydeskError `push_rejected`, `repository_*`, `pull_request_failed`, `lease_lost`.
 */
export async function carryOut(
  work: DeliveryWork,
  delivery: IntendedDelivery,
  standing: Exclude<Standing, { kind: 'over' }>,
): Promise<string> {
  const { services, job, turn, hold } = work;
  const { branch, commit } = delivery;
  if (standing.kind === 'open') {
    const push = { branch, commit, expected: turn.expectedHead, guard: hold.check };
    await traced(services, { name: 'git push', kind: 'client' }, () => turn.repository.push(push));
    await services.onFaultPoint?.('pushed', job.id);
  }
  await whileHeld(hold, () => recordPush(services.db, hold.lease, delivery));
  await services.onFaultPoint?.('push-stored', job.id);
  const { pullRequest, opened } =
    standing.kind === 'taken-in'
      ? { pullRequest: standing.pullRequest, opened: false }
      : await traced(services, { name: 'pull request', kind: 'client' }, async () =>
          findOrOpen(turn.codeHost, await draftOf(work, delivery), { asDraft: job.as_draft, check: hold.check }),
        );
  // Checked also when it had ended before the push, and after the host's answer: a successor's work does not belong to
  // this worker.
  hold.check();
  await services.onFaultPoint?.('pull-request-reached', job.id);
  const { number, link } = pullRequest;
  const reached = { delivery: delivery.number, number, link, opened, draft: delivery.draft };
  await whileHeld(hold, () => recordPullRequest(services.db, hold.lease, reached));
  await services.onFaultPoint?.('pull-request-stored', job.id);
  return link;
}

async function draftOf(work: DeliveryWork, delivery: IntendedDelivery): Promise<PullRequestDraft> {
  const { services, job, turn } = work;
  const { branch, commit, title, description, draft: asDraft } = delivery;
  // An answer to a comment does not say which problems are contested, nor that they no longer are.
  const isAnswered = (await isAskedInComments(services.db, job.id, turn.number)) && !(await hasContested(work));
  const commits = { headCommit: commit, baseCommit: turn.branchBase };
  return { jobId: job.id, headRef: branch, baseRef: job.base_ref, ...commits, title, description, asDraft, isAnswered };
}

/**
 * Searches before it opens, so that an answer that was lost on the way does not cause a second pull request. When the
 * pull request was merged or closed between the check before the push and this one, another one is opened from the same
 * branch, because the commit is already there.
 *
 * @param asDraft whether the person who asked for the job wants it held back. A pull request that people marked as
 *   ready stays ready.
 */
async function findOrOpen(
  codeHost: CodeHost,
  draft: PullRequestDraft,
  { asDraft, check }: { asDraft: boolean; check: () => void },
): Promise<{ pullRequest: PullRequest; opened: boolean }> {
  const existing = await updateExisting(codeHost, draft, check);
  if (existing !== undefined) return { pullRequest: existing, opened: false };
  check();
  try {
    return { pullRequest: await codeHost.open({ ...draft, asDraft: asDraft || draft.asDraft }), opened: true };
  } catch (error) {
    // The host refused or did not answer: it may have opened the pull request anyway, or one already exists.
    check();
    const opened = await updateExisting(codeHost, draft, check).catch(() => undefined);
    if (opened === undefined) throw error;
    return { pullRequest: opened, opened: true };
  }
}

/**
 * Returns the branch's open pull request, updated to the draft, or one that ended with it; undefined when there is
 * none.
 */
async function updateExisting(
  codeHost: CodeHost,
  draft: PullRequestDraft,
  check: () => void,
): Promise<PullRequest | undefined> {
  const found = await codeHost.find(draft.headRef);
  // Checked even when nothing is written, so that a worker whose job was taken over does not claim its successor's
  // work.
  check();
  if (found === undefined) return undefined;
  if (found.state !== 'open') return found.headCommit === draft.headCommit ? found : undefined;
  try {
    return await codeHost.update(found.number, draft);
  } catch (error) {
    // Somebody merged or closed it a moment ago.
    if (isCopydeskError(error, 'pull_request_not_open')) return undefined;
    throw error;
  }
}
