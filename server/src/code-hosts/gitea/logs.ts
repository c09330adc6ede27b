import { z } from 'zod';
import { logFromApi } from '../checks/api-log.ts';
import type { HostRequest } from '../requests/host-http.ts';
import { tokenOf } from './client.ts';
import type { GiteaClient } from './client.ts';
import { linkOf, statusCheck, statusesOf } from './commit-checks.ts';

/**
 * Returns the end of the log of a job of Actions, if the API offers it: Gitea from 1.26 on to everybody who may write,
 * 1.24 and 1.25 to owners of the repository, because only they may list runs (routers/api/v1/api.go), Forgejo not yet.
 * Sends at most ten requests.
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
  const [, runPage, last] = /^(.*\/actions\/runs\/\d+)\/jobs\/(\d+)$/.exec(page ?? '') ?? [];
  if (page === undefined || runPage === undefined) return undefined;
  const id = (await jobIdInAddress(client, page, last)) ?? (await findJobId(client, commit, { page, runPage }));
  if (id === undefined) return undefined;
  const headers = { authorization: `token ${tokenOf(client.access)}` };
  return await logFromApi(client.access, headers, { path: `${client.repository}/actions/jobs/${id}/logs`, bytes });
}

/**
 * Returns undefined when the last part of a job page's address is not the job's id: up to Gitea 1.25 it is the job's
 * position in the run.
 */
async function jobIdInAddress(client: GiteaClient, page: string, last = ''): Promise<number | undefined> {
  const job = await readIfShown(client, Shown, { path: `${client.repository}/actions/jobs/${last}` });
  return pathOf(job?.html_url) === page ? job?.id : undefined;
}

/** Finds the job of a page in the lists of runs and of their jobs. */
async function findJobId(
  client: GiteaClient,
  commit: string,
  { page, runPage }: { page: string; runPage: string },
): Promise<number | undefined> {
  const runs = await readIfShown(client, Runs, {
    path: `${client.repository}/actions/runs`,
    query: { head_sha: commit, limit: 50, page: 1 },
  });
  const run = runs?.workflow_runs.find(({ html_url: link }) => pathOf(link) === runPage);
  if (run === undefined) return undefined;
  const jobs = await readIfShown(client, Jobs, {
    path: `${client.repository}/actions/runs/${run.id}/jobs`,
    query: { limit: 50, page: 1 },
  });
  return jobs?.jobs.find(({ html_url: link }) => pathOf(link) === page)?.id;
}

const Shown = z.object({ id: z.int(), html_url: z.string().nullish() });
const Runs = z.object({ workflow_runs: z.array(Shown) });
const Jobs = z.object({ jobs: z.array(Shown) });

/** Returns undefined when the host has no such thing, or does not show it. */
async function readIfShown<Schema extends z.ZodType>(
  client: GiteaClient,
  schema: Schema,
  request: HostRequest,
): Promise<z.infer<Schema> | undefined> {
  const doing = 'read jobs of Actions';
  const answer = await client.attempt(doing, request);
  return answer.status >= 400 ? undefined : await client.read(schema, doing, answer);
}

/** A host may have several names, but the path of a page is the same under each. */
function pathOf(link: string | null | undefined): string | undefined {
  return link == null ? undefined : URL.parse(link)?.pathname;
}
