import type { HostedPullRequest } from '../hosts/code-host.ts';

/**
 * Checks that the pull requests of one automation were open one after another: at no moment two of them.
 *
 * @param pullRequests those of all its jobs, with the order in which the code host opened and ended them.
 */
export function brokenOpenPullRequests(
  pullRequests: readonly Pick<HostedPullRequest, 'number' | 'job' | 'openedAs' | 'endedAs'>[],
): string[] {
  const wrong: string[] = [];
  const inOrder = pullRequests.toSorted((one, other) => one.openedAs - other.openedAs);
  for (const [index, later] of inOrder.entries()) {
    const still = inOrder.slice(0, index).filter(({ endedAs = Infinity }) => endedAs > later.openedAs);
    for (const { number, job } of still) {
      wrong.push(`pull request ${later.number} of ${later.job} was opened while ${number} of ${job} was open`);
    }
  }
  return wrong;
}
