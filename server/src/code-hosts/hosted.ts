import { CopydeskError } from '@copydesk/contract';
import type { HostAccess, HostKind } from './access.ts';
import { basic } from './basic-authorization.ts';
import type { CodeHost } from './code-host.ts';
import type { HostModule } from './host-module.ts';

type Hosted = Exclude<HostKind, 'git'>;

/** Loaded when a project uses such a host, because their clients take time and memory. */
const modules: Partial<Record<Hosted, () => Promise<HostModule>>> = {
  github: async () => (await import('./github/github.ts')).github,
  gitlab: async () => (await import('./gitlab/gitlab.ts')).gitlab,
  gitea: async () => (await import('./gitea/gitea.ts')).gitea,
  forgejo: async () => (await import('./gitea/gitea.ts')).gitea,
};

/** @throws CopydeskError `invalid_request` for a host without an API. */
export async function hostModule(host: HostKind): Promise<HostModule> {
  const load = host === 'git' ? undefined : modules[host];
  if (load === undefined) {
    throw new CopydeskError('invalid_request', `A connection of the kind ${host} has no API.`);
  }
  return await load();
}

/** Returns the value of the `Authorization` header for git at any kind of host. */
export async function gitAuthorization(access: HostAccess): Promise<string> {
  if (access.credential.kind === 'password') {
    const { username, password } = access.credential;
    return basic(username, password);
  }
  return await (await hostModule(access.host)).gitAuthorization(access);
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
