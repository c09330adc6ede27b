import { z } from 'zod';
import { logFromApi } from '../checks/api-log.ts';
import { readAnswer } from '../host-http.ts';
import type { HostRequest } from '../host-http.ts';
import { tokenOf } from './client.ts';
import type { GiteaClient } from './client.ts';
import { linkOf, statusCheck, statusesOf } from './commit-checks.ts';

/**
 * The end of the log of a job of Actions, where the API gives it: Gitea from 1.24 on to owners of the repository, who alone
 * may list runs (routers/api/v1/api.go), Forgejo not yet. At most nine requests: the status says which page the job has, and
 * the job of that page which number it has.
 */
export async function logOf(
  client: GiteaClient,
  commit: string,
  key: string,
  bytes: number,
): Promise<string | undefined> {
  const { statuses } = await statusesOf(client, commit);
  const status = statuses.find((one) => statusCheck(client, one).key === key);
  const page = status && pathOf(linkOf(client, status));
  const runPage = /^(.*\/actions\/runs\/\d+)\/jobs\/\d+$/.exec(page ?? '')?.[1];
  if (runPage === undefined) return undefined;
  const runs = await listed(client, Runs, {
    path: `${client.repository}/actions/runs`,
    query: { head_sha: commit, limit: 50, page: 1 },
  });
  const run = runs?.workflow_runs.find(({ html_url: link }) => pathOf(link) === runPage);
  if (run === undefined) return undefined;
  const jobs = await listed(client, Jobs, {
    path: `${client.repository}/actions/runs/${run.id}/jobs`,
    query: { limit: 50, page: 1 },
  });
  const job = jobs?.jobs.find(({ html_url: link }) => pathOf(link) === page);
  if (job === undefined) return undefined;
  const headers = { authorization: `token ${tokenOf(client.access)}` };
  return await logFromApi(client.access, headers, { path: `${client.repository}/actions/jobs/${job.id}/logs`, bytes });
}

const Shown = z.object({ id: z.int(), html_url: z.string().nullish() });
const Runs = z.object({ workflow_runs: z.array(Shown) });
const Jobs = z.object({ jobs: z.array(Shown) });

/** Undefined where the host has no such list, or does not show it. */
async function listed<Schema extends z.ZodType>(
  client: GiteaClient,
  schema: Schema,
  request: HostRequest,
): Promise<z.infer<Schema> | undefined> {
  const answer = await client.attempt('read jobs of Actions', request);
  return answer.status >= 400 ? undefined : readAnswer(schema, answer, new URL(client.access.apiUrl).host);
}

/** Hosts may be known under several names: what a page is called behind that is the same. */
function pathOf(link: string | null | undefined): string | undefined {
  return link == null ? undefined : URL.parse(link)?.pathname;
}
