import type { HostedPullRequest } from '../hosts/code-host.ts';
import { pagePath, pageText } from '../hosts/writer.ts';
import type { JobFacts } from '../watch/facts.ts';

/** What the hosts know about a job's branches. */
export interface Outside {
  pullRequests: readonly HostedPullRequest[];
  /** Returns the address of a pull request for people. */
  linkOf: (number: number) => string;
  /** Heads of the branches of the job at the git host. */
  branches: ReadonlyMap<string, string>;
  /** Returns whether a commit is in the history of the branch's head. */
  contains: (branch: string, commit: string) => Promise<boolean>;
  /** Returns the text of a file at a commit. */
  file: (commit: string, path: string) => Promise<string | undefined>;
}

/**
 * Checks that each branch has one pull request and each delivery one branch, and that nothing exists outside that the
 * journal does not know.
 */
export function brokenOutside(facts: JobFacts, outside: Pick<Outside, 'pullRequests' | 'branches'>): string[] {
  const wrong: string[] = [];
  for (const [branch] of outside.branches) {
    const ofBranch = outside.pullRequests.filter(({ headRef }) => headRef === branch);
    const known = facts.deliveries.some((delivery) => delivery.branch === branch);
    if (!known) wrong.push(`the git host has the branch ${branch}, and no intent to push it was stored`);
    if (!ofBranch.every((pullRequest, place) => isOwed(pullRequest, ofBranch.slice(0, place)))) {
      wrong.push(`the branch ${branch} has the pull requests ${ofBranch.map(({ number }) => number).join(', ')}`);
    }
  }
  for (const { number, headRef } of outside.pullRequests) {
    if (!outside.branches.has(headRef)) wrong.push(`pull request ${number} is of ${headRef}, which is not there`);
  }
  const open = outside.pullRequests.filter(({ state }) => state === 'open');
  if (open.length > 1) wrong.push(`${open.length} of its pull requests are open`);
  return wrong;
}

/**
 * When people end a pull request at the moment of the push, a commit that it did not include gets another one from the
 * same branch.
 */
function isOwed({ openedWith }: HostedPullRequest, earlier: readonly HostedPullRequest[]): boolean {
  return earlier.every(({ state, headCommit }) => state !== 'open' && headCommit !== openedWith);
}

/**
 * Checks that a job that completed with a change has its pull request at the code host, and that its branch at the git
 * host contains the recorded commit, with exactly the pages that its steps have written.
 */
export async function brokenDelivery(facts: JobFacts, key: string, outside: Outside): Promise<string[]> {
  const { row, steps, deliveries } = facts;
  const last = deliveries.findLast(({ branch }) => branch === row.branch);
  if (row.status !== 'completed') return [];
  if (row.prLink === null) return brokenSilence(facts, outside.pullRequests);
  if (last?.finished !== true) return [`it is completed with ${row.prLink}, and its delivery is not finished`];
  const wrong: string[] = [];
  if (row.branchHead !== last.commit) wrong.push(`its head is ${row.branchHead}, and ${last.commit} was delivered`);
  const pullRequest = outside.pullRequests.find(({ number }) => outside.linkOf(number) === row.prLink);
  if (pullRequest?.headRef !== row.branch) wrong.push(`its link ${row.prLink} is of no pull request of ${row.branch}`);
  if (!(await outside.contains(row.branch, last.commit))) {
    wrong.push(`the branch ${row.branch} does not hold ${last.commit}, but ${outside.branches.get(row.branch)}`);
    return wrong;
  }
  const edits = editsOf(steps);
  const turns = new Set(deliveries.filter(({ branch }) => branch === row.branch).map(({ turn }) => turn));
  const paths = new Set(edits.filter(({ turn }) => turns.has(turn)).map((edit) => pagePath(key, edit.index)));
  const written = edits.map(({ call, index }) => ({ call, path: pagePath(key, index) }));
  for (const path of paths) {
    const expected = pageText(key, written, path).trimEnd();
    const found = (await outside.file(last.commit, path))?.trimEnd();
    if (found !== expected)
      wrong.push(`${path} of ${last.commit} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
  return wrong;
}

/**
 * Without a link, the last turn may have written nothing, unless people merged it while the turn continued: then the
 * base branch has everything, and there is nothing left to ask for.
 */
function brokenSilence({ row, steps, deliveries }: JobFacts, pullRequests: Outside['pullRequests']): string[] {
  const delivered = deliveries.filter((delivery) => delivery.turn === row.turn && delivery.finished);
  const isMerged = (number: number | null) =>
    pullRequests.some((pullRequest) => pullRequest.number === number && pullRequest.state === 'merged');
  if (delivered.some(({ pullRequest }) => isMerged(pullRequest))) return [];
  const edits = steps.filter((step) => step.turn === row.turn && step.edit).length;
  return edits === 0 ? [] : [`it is completed without a link, after ${edits} edits in its last turn`];
}

function editsOf(steps: JobFacts['steps']): { call: string; turn: number; index: number }[] {
  return steps.filter(({ edit }) => edit).map(({ call = '', turn }, index) => ({ call, turn, index }));
}
