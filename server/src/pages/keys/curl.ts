import type { ApiKey } from '../../projects/key/read-keys.ts';

/**
 * Returns a command that works with a key as it is, in a POSIX shell. Of what the key may do, it shows what changes the
 * least.
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
  const authorization = `  -H ${quoteForShell(`Authorization: Bearer ${token}`)}`;
  const call = (path: string, ...rest: string[]): string =>
    [`curl -sS ${quoteForShell(baseUrl + path)}`, authorization, ...rest].join(' \\\n');
  // Nobody should merge or push just to try a key: a key that can do only that asks for its own scopes.
  if (projectId === undefined || !usable.some(may)) return call('/v1/me');
  const json = `  -H 'Content-Type: application/json'`;
  if (may('agent:read')) return call(`/v2/agent/${projectId}/jobs`);
  if (may('analytics:read')) return call(`/v1/analytics/${projectId}/views`);
  if (may('ingest')) return call(`/v1/collect/${projectId}`, json, `  -d '[]'`);
  return call(`/v2/agent/${projectId}/job`, json, `  -d '{"prompt": "Fix broken links"}'`);
}

const usable: ApiKey['scopes'] = ['agent:read', 'agent:write', 'analytics:read', 'ingest'];

/** Quotes a word so that a POSIX shell takes it literally. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
