import { HostEvent } from '../../code-hosts/host-event.ts';
import { storeIssue, storeProductEvent } from '../../automations/route-events.ts';
import { askSoon, followPushed } from '../../jobs/hosts/checks.ts';
import { listDelivered, listDeliverers, recordPullRequestState } from '../../jobs/deliver/delivered.ts';
import {
  endHostEvent,
  endSuchHostEvents,
  forgetHostEvent,
  forgetSuchHostEvents,
  putOffHostEvent,
} from '../../jobs/hosts/host-events.ts';
import type { StoredHostEvent } from '../../jobs/hosts/host-events.ts';
import { checkConflicts } from './conflicts.ts';
import { takeComment } from './host-comment.ts';
import type { HostWork } from './host-work.ts';
import { jobOfPullRequest } from './own-pull-request.ts';
import { mostWatched, pollHost } from './poll-hosts.ts';

/**
 * Acts on an event of a code host, and notes the result. It may run twice and has its effects once: a message is stored
 * together with the note, an archived job stays archived, and a comment is recognised by its mark.
 *
 * @throws CopydeskError what the host and the repository throw; then nothing is noted.
 */
export async function actOn(work: HostWork, stored: StoredHostEvent): Promise<void> {
  const { db } = work.services;
  const { success, data: event } = HostEvent.safeParse(stored.event);
  if (!success) {
    await endHostEvent(db, stored, 'not understood');
    return;
  }
  switch (event.kind) {
    case 'ended':
      return await endJob(work, stored, event);
    case 'comment':
      return await takeComment(work, stored, event.comment);
    case 'pushed':
      await endSuchHostEvents(db, stored, { kind: 'pushed', branch: event.branch });
      // A pull request whose branch was pushed a moment ago may not be stored yet. So an event without a pull request is
      // forgotten, and a later poll finds it again.
      await followHead(work, event);
      if (await checkConflicts(work, event.branch)) await endHostEvent(db, stored, 'looked for conflicts');
      else await forgetHostEvent(db, stored);
      return;
    case 'look':
      await endSuchHostEvents(db, stored, { kind: 'look' });
      await pollHost(work);
      await endHostEvent(db, stored, 'looked');
      return;
    case 'issue':
    case 'product':
      await endHostEvent(db, stored, await keepForAutomations(db, work.project.id, event));
      return;
    case 'checks_changed':
      // The host reports each check of each commit of the repository, most of them twice. One query covers all events
      // before it.
      await db.transaction().execute(async (transaction) => {
        const { kind, headCommit } = event;
        const reportedAt = await forgetSuchHostEvents(transaction, work.project.id, { kind, headCommit });
        if (reportedAt !== undefined) await askSoon(transaction, work.project.id, { commit: headCommit, reportedAt });
      });
  }
}

/**
 * Keeps an event for automations. Keeping it twice has no effect, because an automation recognises it by its key.
 * @returns the result.
 */
async function keepForAutomations(
  db: HostWork['services']['db'],
  projectId: string,
  event: Extract<HostEvent, { kind: 'issue' | 'product' }>,
): Promise<string> {
  const kept = event.kind === 'issue' ? storeIssue(db, projectId, event) : storeProductEvent(db, projectId, event);
  const names = await kept;
  return names.length === 0 ? 'no automation waits for it' : `kept for ${names.join(', ')}`;
}

/** Commits that people push to the branch of a pull request have checks of their own. */
async function followHead(
  { services: { db }, project }: HostWork,
  { branch, commit }: Extract<HostEvent, { kind: 'pushed' }>,
): Promise<void> {
  if (commit === null) return;
  const watched = await listDelivered(db, project.id, mostWatched);
  const delivered = watched.find((one) => one.branch === branch);
  if (delivered !== undefined) await followPushed(db, delivered, commit);
}

/**
 * The event may be old, and the pull request open again: so it asks the host for the pull request's present state and
 * owner.
 */
async function endJob(
  work: HostWork,
  stored: StoredHostEvent,
  { number }: Extract<HostEvent, { kind: 'ended' }>,
): Promise<void> {
  const { project } = work;
  const { db } = work.services;
  const atWork = async (): Promise<void> =>
    await putOffHostEvent(db, stored, { seconds: 10, because: 'the job is at work' });
  const deliverers = await listDeliverers(db, project.id, number);
  // Retried until the delivery is settled, which may take long. That costs the host no request.
  if (deliverers.length > 0 && deliverers.every(({ isActive }) => isActive)) return await atWork();
  const own = await jobOfPullRequest(work, number);
  if (own === undefined) {
    await endHostEvent(db, stored, 'no job has this pull request');
    return;
  }
  const { jobId, pullRequest } = own;
  const { state } = pullRequest;
  const ending = await recordPullRequestState(db, { projectId: project.id, jobId, number, state });
  if (state === 'open') await forgetHostEvent(db, stored);
  else if (ending === 'active') await atWork();
  else await endHostEvent(db, stored, endings[ending](jobId));
}

const endings = {
  kept: (jobId: string) => `${jobId} continues with a message`,
  archived: (jobId: string) => `archived ${jobId}`,
  'moved-on': () => 'nothing was left to do',
};
