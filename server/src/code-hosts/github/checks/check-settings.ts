import { missing } from '../../run-check.ts';
import type { GithubClient } from '../client.ts';

/** A missing label is not an error: GitHub creates it at its first use. */
export async function labelsAreThere(client: GithubClient): Promise<string> {
  const absent: string[] = [];
  for (const name of client.access.labels) {
    const route = 'GET /repos/{owner}/{repo}/labels/{name}';
    const answer = await client.try(route, { name });
    if (answer.status === 404) absent.push(name);
    else if (answer.status !== 200) throw await client.refusal(answer, route);
  }
  return absent.length === 0 ? 'All labels are there.' : `GitHub will make ${absent.join(', ')} when first used.`;
}

/** Pull requests work without reviewers who cannot be requested, but it is better to know beforehand. */
export async function reviewersAreThere(client: GithubClient): Promise<string> {
  const { repository, reviewers } = client.access;
  const wrong: string[] = [];
  for (const reviewer of reviewers) if (!(await mayReview(client, reviewer))) wrong.push(reviewer);
  if (wrong.length === 0) return 'All reviewers may be asked.';
  throw missing(
    `${wrong.join(', ')} cannot be asked for a review: GitHub asks collaborators of ${repository}, and teams of its organisation as organisation/team, which must have access to it.`,
  );
}

async function mayReview(client: GithubClient, reviewer: string): Promise<boolean> {
  const [owner = ''] = client.access.repository.split('/');
  const [organisation = '', team] = reviewer.split('/');
  if (team === undefined) {
    const { status } = await client.try('GET /repos/{owner}/{repo}/collaborators/{username}', { username: reviewer });
    return status === 204;
  }
  if (organisation.toLowerCase() !== owner.toLowerCase()) return false;
  const route = 'GET /orgs/{org}/teams/{team_slug}';
  const { status } = await client.try(route, { org: organisation, team_slug: team });
  // Without permission to read the organisation's members this cannot be known: it shows when the first pull request is
  // opened.
  return status !== 404 || client.credential.app !== undefined;
}
