import type { CommitCheck, CommitChecks } from '../../code-hosts/host-checks.ts';
import type { PullRequest } from '../../code-hosts/code-host.ts';
import { endFollowing, followNewer, nextFollowed, recordChecks } from '../../jobs/hosts/checks.ts';
import type { ChecksState, FollowedCommit, FoundChecks } from '../../jobs/hosts/checks.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import { stateOf } from './checks-verdict.ts';
import { correctFailed } from './correct-failed.ts';
import { isUnavailable } from './host-unavailable.ts';
import type { HostWork } from './host-work.ts';
import { traced } from '../stages.ts';

/**
 * Reads the checks of the commits that are due, one after the other. When a host does not answer for one, it is retried
 * after the next pause, which was scheduled before, until the waiting time for checks is over.
 *
 * @throws CopydeskError when the host is unavailable.
 */
export async function followChecks(work: HostWork, mayContinue: () => Promise<boolean>): Promise<void> {
  const { services, project } = work;
  while (await mayContinue()) {
    const followed = await nextFollowed(services.db, project.id);
    if (followed === undefined) return;
    try {
      await traced(services, { name: 'host checks', kind: 'client' }, () => followCommit(work, followed));
    } catch (error) {
      if (isUnavailable(error) || isDatabaseUnavailable(error)) throw error;
      const { jobId: job, commit, number } = followed;
      if (isWaiting(work, followed)) {
        services.log.warn({ job, commit, err: error }, 'the checks of a commit could not be followed; trying again');
        continue;
      }
      services.log.warn({ job, commit, err: error }, 'the checks of a commit could not be followed; giving up');
      await end(work, followed, 'they could not be read', `Checks of pull request #${number} could not be read.`);
    }
  }
}

async function followCommit(work: HostWork, followed: FollowedCommit): Promise<void> {
  const { host } = work;
  if (followed.jobStatus === 'archived') return await end(work, followed, 'the job is archived');
  const pullRequest = await host.read(followed.number);
  if (pullRequest?.headRef !== followed.branch) return await end(work, followed, 'the job has no such pull request');
  if (pullRequest.state !== 'open') return await end(work, followed, `the pull request is ${pullRequest.state}`);
  const head = pullRequest.headCommit;
  // A host may learn late of the push that brought the commit.
  if (head === followed.headBefore && isWaiting(work, followed)) return;
  if (head !== followed.commit) return await followNewer(work.services.db, followed, head);
  const found = await host.checksOf(followed.commit);
  const state = stateOf(found);
  const result = { state, found: toFoundChecks(found), event: eventOf(followed, found, state) };
  if (!(await recordChecks(work.services.db, followed, result))) return;
  await decide(work, { ...followed, was: followed.state, state }, found, pullRequest);
}

/** The next part of a pipeline may not exist yet at the moment when the first is over, so the checks are read twice. */
async function decide(
  work: HostWork,
  followed: FollowedCommit & { was: ChecksState },
  found: CommitChecks,
  pullRequest: PullRequest,
): Promise<void> {
  const isOver = !isWaiting(work, followed);
  const isSure = followed.state === followed.was || isOver;
  const failed = found.checks.filter(({ state }) => state === 'failed');
  if (failed.length > 0 && (isOver || (followed.state === 'failed' && isSure))) {
    return await correctFailed(work, { ...followed, isOver, link: pullRequest.link }, failed);
  }
  if (followed.state === 'passed' && isSure) return await end(work, followed, 'all have passed');
  if (followed.state === 'none' && (isOver || waitedMinutes(work, followed) >= mostWithoutMinutes)) {
    return await end(work, followed, 'there are none');
  }
  if (isOver) await endUnsettled(work, followed, found);
}

/** Ends the following of a commit whose checks have not decided anything in the time for waiting. */
async function endUnsettled(work: HostWork, followed: FollowedCommit, found: CommitChecks): Promise<void> {
  const running = found.checks.filter(({ state }) => state === 'running');
  if (running.length > 0) return await end(work, followed, 'they never ended', neverEnded(work, followed, running));
  await end(work, followed, 'not all could be read', notAllRead(followed, found));
}

/** A repository without checks looks like one whose checks begin late. A webhook restarts the wait. */
const mostWithoutMinutes = 15;

function isWaiting(work: HostWork, followed: FollowedCommit): boolean {
  return waitedMinutes(work, followed) < work.project.ciWaitMinutes;
}

function waitedMinutes({ services }: HostWork, { since }: FollowedCommit): number {
  return (services.now().getTime() - since.getTime()) / 60_000;
}

function neverEnded({ project }: HostWork, { number }: FollowedCommit, running: readonly CommitCheck[]): string {
  const named = running
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');
  const more = running.length > 3 ? ` and ${running.length - 3} more` : '';
  return `Checks of pull request #${number} still run after ${project.ciWaitMinutes} minutes of waiting: ${named}${more}.`;
}

function notAllRead({ number }: FollowedCommit, { checks }: CommitChecks): string {
  return (
    `Pull request #${number} has more checks than the ${checks.length} that were read, none of which failed: ` +
    'whether the others passed is unknown.'
  );
}

async function end(work: HostWork, followed: FollowedCommit, outcome: string, noted?: string): Promise<void> {
  const { db } = work.services;
  await db.transaction().execute((transaction) => endFollowing(transaction, followed, outcome, noted));
}

const bounds = { checks: 30, previews: 10, summary: 300 };

const order: CommitCheck['state'][] = ['failed', 'running', 'passed', 'skipped'];

function toFoundChecks({ checks, previews, isWhole }: CommitChecks): FoundChecks {
  return {
    isWhole,
    counts: countsOf(checks),
    checks: checks
      .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
      .slice(0, bounds.checks)
      .map(({ name, state, link, summary }) => ({
        name,
        state,
        link: link ?? null,
        summary: summary?.slice(0, bounds.summary).toWellFormed() ?? null,
      })),
    previews: previews.slice(0, bounds.previews),
  };
}

function countsOf(checks: readonly CommitCheck[]): FoundChecks['counts'] {
  const count = (of: CommitCheck['state']): number => checks.filter(({ state }) => state === of).length;
  return { running: count('running'), passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

const mostNamed = 10;

function eventOf({ number, commit }: FollowedCommit, { checks, isWhole }: CommitChecks, state: ChecksState) {
  const { running, passed, failed } = countsOf(checks);
  const failing = checks.filter((check) => check.state === 'failed').slice(0, mostNamed);
  return {
    number,
    commit,
    state: state === 'none' ? ('running' as const) : state,
    isWhole,
    running,
    passed,
    failed,
    failing: failing.map(({ name, link }) => ({ name, link: link ?? null })),
  };
}
