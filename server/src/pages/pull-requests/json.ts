import type { PullRequest } from '../../pull-requests/pull-request.ts';

/** Returns a pull request as the API presents it. */
export function presentJson(baseUrl: string, pullRequest: PullRequest) {
  return { ...pullRequest, link: pullRequestLink(baseUrl, pullRequest) };
}

/** Returns the address of a pull request's page, which is the value of `prLink`. */
function pullRequestLink(baseUrl: string, { projectId, number }: { projectId: string; number: number }): string {
  return `${baseUrl}/projects/${projectId}/pulls/${number}`;
}
