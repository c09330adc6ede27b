import { isCopydeskError } from '@copydesk/contract';
import { missing } from '../../run-check.ts';
import type { GithubClient } from '../client.ts';

/**
 * Tests whether check runs, statuses and deployments of a branch may be read. Job logs are not tested: there may be
 * none yet, and GitHub gives the same reply for a missing one as for one that may not be read.
 */
export async function checksMayBeRead(client: GithubClient, branch: string): Promise<string> {
  const seesRuns = await isShown(client, 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs', branch);
  const lacking: string[] = [];
  if (!seesRuns && !(await isShown(client, 'GET /repos/{owner}/{repo}/actions/runs'))) lacking.push('check runs');
  if (!(await isShown(client, 'GET /repos/{owner}/{repo}/commits/{ref}/status', branch)))
    lacking.push('commit statuses');
  if (!(await isShown(client, 'GET /repos/{owner}/{repo}/deployments'))) lacking.push('deployments');
  if (lacking.length > 0) throw missing(hiddenWords(client, lacking));
  if (seesRuns) return 'What checks and deployments say of a commit can be read.';
  return 'What jobs of GitHub Actions, statuses and deployments say of a commit can be read; check runs of other Apps only by an App or a classic token.';
}

async function isShown(client: GithubClient, route: string, branch?: string): Promise<boolean> {
  const answer = await client.try(route, { ...(branch !== undefined && { ref: branch }), per_page: 1 });
  if (answer.status !== 403 && answer.status !== 404) return true;
  const refusal = await client.refusal(answer, route);
  if (isCopydeskError(refusal, 'code_host_limited')) throw refusal;
  return false;
}

/** The "Checks" permission cannot be given to a fine-grained token. */
function hiddenWords({ access, credential }: GithubClient, lacking: string[]): string {
  const what = `GitHub does not show ${lacking.join(', ')} of ${access.repository}, so failed checks may go unseen.`;
  return credential.app === undefined
    ? `${what} Give the token the permissions "Actions: read", "Commit statuses: read" and "Deployments: read".`
    : `${what} Give the App the permissions "Checks: read", "Commit statuses: read", "Deployments: read", and "Actions: read" for logs.`;
}
