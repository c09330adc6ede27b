import { isCopydeskError } from '@copydesk/contract';
import { missing } from '../tried.ts';
import type { GithubClient } from './client.ts';

/**
 * Whether check runs, statuses and deployments of a branch may be read. Logs of jobs are not asked for: there may be none
 * yet, and GitHub answers what is missing like what may not be seen.
 */
export async function checksMayBeRead(client: GithubClient, branch: string): Promise<string> {
  const lacking: string[] = [];
  for (const [name, route] of Object.entries(readings)) {
    const parameters = route.includes('{ref}') ? { ref: branch, per_page: 1 } : { per_page: 1 };
    const answer = await client.try(route, parameters);
    if (answer.status !== 403 && answer.status !== 404) continue;
    const refusal = await client.refusal(answer, route);
    if (isCopydeskError(refusal, 'code_host_limited')) throw refusal;
    lacking.push(name);
  }
  if (lacking.length === 0) return 'What checks and deployments say of a commit can be read.';
  const whose = client.credential.app === undefined ? 'the token' : 'the App';
  throw missing(
    `GitHub does not show ${lacking.join(', ')} of ${client.access.repository}, so failed checks may go unseen. Give ` +
      `${whose} the permissions "Checks: read", "Commit statuses: read", "Deployments: read", and "Actions: read" for logs.`,
  );
}

const readings = {
  'check runs': 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
  'commit statuses': 'GET /repos/{owner}/{repo}/commits/{ref}/status',
  deployments: 'GET /repos/{owner}/{repo}/deployments',
};
