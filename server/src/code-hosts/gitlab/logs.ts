import { logFromApi } from '../checks/api-log.ts';
import { tokenOf } from './client.ts';
import type { GitLabClient } from './client.ts';

/** Returns the end of a job's log with one request. A status has only a page at its service. */
export async function logOf(client: GitLabClient, key: string, bytes: number): Promise<string | undefined> {
  const id = /^job (\d+)$/.exec(key)?.[1];
  if (id === undefined) return undefined;
  const headers = { 'private-token': tokenOf(client.access) };
  return await logFromApi(client.access, headers, { path: `${client.project}/jobs/${id}/trace`, bytes });
}
