import type { PullRequest } from '../../pull-requests/pull-request.ts';

/** A pull request as clients of the API read it. */
export function presentJson(baseUrl: string, pullRequest: PullRequest) {
  return { ...pullRequest, link: pullRequestLink(baseUrl, pullRequest) };
}

/** The address of a pull request's page: what `prLink` holds. */
function pullRequestLink(baseUrl: string, { projectId, number }: { projectId: string; number: number }): string {
  return `${baseUrl}/projects/${projectId}/pulls/${number}`;
}
