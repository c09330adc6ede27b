import { z } from 'zod';
import { previewOf } from '../../checks/commit-check.ts';
import type { Preview } from '../../host-checks.ts';
import type { GithubClient } from '../client.ts';

/** How many environments of one change are read. */
const mostEnvironments = 5;

const Deployment = z.object({ id: z.int(), environment: z.string() });

const DeploymentStatus = z.object({ state: z.string(), environment_url: z.string().nullish() });

/** Returns the addresses of a commit's newest successful deployment to each environment. */
export async function deploymentsOf(client: GithubClient, commit: string): Promise<Preview[]> {
  const route = 'GET /repos/{owner}/{repo}/deployments';
  const found = await client.askAgain(z.array(Deployment), route, { sha: commit, per_page: 20 });
  // The newest come first.
  const newest = found.filter(
    ({ environment }, index) => found.findIndex((one) => one.environment === environment) === index,
  );
  const previews: Preview[] = [];
  for (const { id, environment } of newest.slice(0, mostEnvironments)) {
    const asked = { deployment_id: id, per_page: 1 };
    const statuses = 'GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses';
    const [latest] = await client.askAgain(z.array(DeploymentStatus), statuses, asked);
    const preview = latest?.state === 'success' ? previewOf(environment, latest.environment_url) : undefined;
    if (preview !== undefined) previews.push(preview);
  }
  return previews;
}
