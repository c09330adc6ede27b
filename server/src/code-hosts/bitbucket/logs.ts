import { logFromApi } from '../checks/api-log.ts';
import type { BitbucketClient } from './client.ts';
import { statusCheck, statusesOf } from './commit-checks.ts';
import { apiAuthorization } from './credential.ts';
import { Pipeline, PipelineStep } from './shapes.ts';

/**
 * Returns the end of the log of the step that failed in a pipeline, if the token may read pipelines. The status of a
 * pipeline links to its page, whose address ends with its number. Sends at most seven requests.
 */
export async function logOf(
  client: BitbucketClient,
  commit: string,
  key: string,
  bytes: number,
): Promise<string | undefined> {
  const { statuses } = await statusesOf(client, commit);
  const page = statuses.find((one) => statusCheck(one).key === key)?.url;
  const number = /\/pipelines\/(?:home#!\/)?results\/(\d+)$/.exec(page ?? '')?.[1];
  const pipeline = number === undefined ? undefined : await pipelineOf(client, Number(number));
  if (pipeline === undefined) return undefined;
  const path = `${client.repository}/pipelines/${encodeURIComponent(pipeline)}/steps`;
  const { found } = await client.readable(PipelineStep, 'read the steps of a pipeline', { path, most: 1 });
  const failed = found.find(({ state }) => ['FAILED', 'ERROR'].includes(state?.result?.name ?? ''));
  if (failed === undefined) return undefined;
  const headers = { authorization: apiAuthorization(client.access) };
  const log = { path: `${path}/${encodeURIComponent(failed.uuid)}/log`, bytes };
  return await logFromApi(client.access, headers, log);
}

/** Returns the UUID of a pipeline among the newest hundred. */
async function pipelineOf(client: BitbucketClient, number: number): Promise<string | undefined> {
  const list = { path: `${client.repository}/pipelines`, query: { sort: '-created_on' }, most: 1 };
  const { found } = await client.readable(Pipeline, 'read pipelines', list);
  return found.find((one) => one.build_number === number)?.uuid;
}
