import { CopydeskError } from '@copydesk/contract';
import type { HostAccess, HostKind } from './access.ts';
import type { CodeHost } from './code-host.ts';
import type { HostModule } from './host-module.ts';
import { kinds } from './kinds.ts';

/** @throws CopydeskError `invalid_request` for a host without an API. */
export async function hostModule(host: HostKind): Promise<HostModule> {
  const { client } = kinds[host];
  if (client !== undefined) return await client();
  throw new CopydeskError('invalid_request', `A connection of the kind ${host} has no API.`);
}

/** Returns the value of the `Authorization` header for git at any kind of host. */
export async function gitAuthorization(access: HostAccess): Promise<string> {
  const kind = kinds[access.host];
  return kind.client === undefined
    ? kind.gitAuthorization(access)
    : await (await kind.client()).gitAuthorization(access);
}

/** Returns a code host that is looked up at each call, because the host and its credential may change meanwhile. */
export function codeHostByCall(host: () => Promise<CodeHost>): CodeHost {
  return {
    find: async (headRef) => await (await host()).find(headRef),
    open: async (draft) => await (await host()).open(draft),
    update: async (number, draft) => await (await host()).update(number, draft),
    read: async (number) => await (await host()).read(number),
  };
}

/**
 * Drops an authorization that was refused when git used it, at any kind of host; returns whether another one can be
 * had.
 */
export async function renewGitAuthorization(access: HostAccess, refused: string): Promise<boolean> {
  if (access.credential.kind !== 'app') return false;
  return (await hostModule(access.host)).renewGitAuthorization?.(access, refused) ?? false;
}
