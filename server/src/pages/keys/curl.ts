import type { ApiKey } from '../../projects/read-keys.ts';

/**
 * A command that works with a key as it stands, in a POSIX shell: what the key may do that changes the least.
 *
 * @param projectId the key's project, or any that it may see; undefined when there is none yet.
 */
export function curlFor(
  { scopes }: Pick<ApiKey, 'scopes'>,
  token: string,
  baseUrl: string,
  projectId?: string,
): string {
  const may = (scope: ApiKey['scopes'][number]) => scopes.includes(scope) || scopes.includes('admin');
  const authorization = `  -H ${quoted(`Authorization: Bearer ${token}`)}`;
  const call = (path: string, ...rest: string[]): string =>
    [`curl -sS ${quoted(baseUrl + path)}`, authorization, ...rest].join(' \\\n');
  // A merge or a push is nothing to try for no reason: a key for these alone asks what it may do.
  if (projectId === undefined || !usable.some(may)) return call('/v1/me');
  const json = `  -H 'Content-Type: application/json'`;
  if (may('agent:read')) return call(`/v2/agent/${projectId}/jobs`);
  if (may('analytics:read')) return call(`/v1/analytics/${projectId}/views`);
  if (may('ingest')) return call(`/v1/collect/${projectId}`, json, `  -d '[]'`);
  return call(`/v2/agent/${projectId}/job`, json, `  -d '{"prompt": "Fix broken links"}'`);
}

const usable: ApiKey['scopes'] = ['agent:read', 'agent:write', 'analytics:read', 'ingest'];

/** A word of a shell that is taken as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
