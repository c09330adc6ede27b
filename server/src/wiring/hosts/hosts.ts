import { CopydeskError } from '@copydesk/contract';
import { HostCredential } from '../../code-hosts/access.ts';
import type { HostAccess } from '../../code-hosts/access.ts';
import type { HostedCodeHost } from '../../code-hosts/code-host.ts';
import { gitAuthorization, hostModule, renewGitAuthorization } from '../../code-hosts/hosted.ts';
import type { MergedPullRequest } from '../../code-hosts/host-module.ts';
import { isHosted } from '../../code-hosts/kinds.ts';
import { credentialPurpose, readConnection, readSealed } from '../../projects/connection/connection.ts';
import type { Connection } from '../../projects/connection/connection.ts';
import type { Project } from '../../projects/project.ts';
import type { Database } from '../../postgres/database.ts';
import type { SecretBox } from '../../secrets/box.ts';

/** The code hosts that projects are connected to. */
export interface Hosts {
  /** Returns the host of a project and its connection; undefined when its pull requests are in Copydesk. */
  hosted(projectId: string): Promise<{ host: HostedCodeHost; connection: Connection } | undefined>;
  /**
   * Returns the `Authorization` header for git at an address, from the connection of the project; undefined when it has
   * none, or when the address has another origin than its repository.
   */
  authorization(project: Pick<Project, 'id' | 'repository'>, address: string): Promise<string | undefined>;
  /**
   * Returns the pull request that brought a commit to a repository, read with the connection of the project; undefined
   * when there is none, or when the repository has another origin than the project's own.
   */
  pullRequestOf(
    project: Pick<Project, 'id' | 'repository'>,
    address: string,
    commit: string,
  ): Promise<MergedPullRequest | undefined>;
  /** Whether another authorization is available than the one that was refused there. */
  renewAuthorization(project: Pick<Project, 'id' | 'repository'>, address: string, refused: string): Promise<boolean>;
}

/** How long one request to a host may take. */
export const hostTimeoutMilliseconds = 30_000;

/**
 * Reads the connection each time, so that a replaced credential takes effect at once, in every process. What was opened
 * with it is kept in memory until then, so that short-lived tokens are used as long as they are valid.
 */
export function openHosts({ db, box, now }: { db: Database; box: SecretBox; now: () => Date }): Hosts {
  const kept = new Map<string, { updatedAt: number; opened: Promise<OpenedHost> }>();

  const open = async (projectId: string): Promise<OpenedHost | undefined> => {
    const connection = await readConnection(db, projectId);
    if (connection === undefined) {
      kept.delete(projectId);
      return undefined;
    }
    const updatedAt = connection.updatedAt.getTime();
    const before = kept.get(projectId);
    if (before?.updatedAt === updatedAt) return { ...(await before.opened), connection };
    const opened = openHost(connection, () => openCredential(db, box, projectId), now);
    kept.set(projectId, { updatedAt, opened });
    try {
      return await opened;
    } catch (error) {
      // The key may be restored later.
      if (kept.get(projectId)?.opened === opened) kept.delete(projectId);
      throw error;
    }
  };

  return {
    async hosted(projectId) {
      const opened = await open(projectId);
      return opened?.host && { host: opened.host, connection: opened.connection };
    },
    async authorization(project, address) {
      if (originOf(address) === undefined || originOf(address) !== originOf(project.repository)) return undefined;
      const opened = await open(project.id);
      return opened && (await gitAuthorization(accessAt(opened.access, project.repository, address)));
    },
    async pullRequestOf(project, address, commit) {
      if (originOf(address) === undefined || originOf(address) !== originOf(project.repository)) return undefined;
      const opened = await open(project.id);
      if (opened === undefined || !isHosted(opened.access.host)) return undefined;
      const { pullRequestOf } = await hostModule(opened.access.host);
      return await pullRequestOf({ ...opened.access, repository: repositoryAt(address) }, commit);
    },
    async renewAuthorization(project, address, refused) {
      const opened = await open(project.id);
      if (opened === undefined) return false;
      return await renewGitAuthorization(accessAt(opened.access, project.repository, address), refused);
    },
  };
}

/**
 * Returns the access for git at an address. A token is valid wherever its account may read. Tokens of an App are
 * created for one repository each, so for another address at the same host, one is created for that repository.
 */
export function accessAt(access: HostAccess, own: string, address: string): HostAccess {
  const url = URL.parse(address);
  if (access.credential.kind !== 'app' || address === own || url === null) return access;
  return { ...access, repository: repositoryAt(address), reviewers: [] };
}

/** Returns a host's name for the repository at an address. */
export function repositoryAt(address: string): string {
  const { pathname = '' } = URL.parse(address) ?? {};
  return pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
}

interface OpenedHost {
  connection: Connection;
  access: HostAccess;
  /** Undefined for a plain git server. */
  host: HostedCodeHost | undefined;
}

async function openHost(
  connection: Connection,
  credential: () => Promise<HostCredential>,
  now: () => Date,
): Promise<OpenedHost> {
  const access = accessOf(connection, await credential(), now);
  const host = isHosted(access.host) ? (await hostModule(access.host)).open(access) : undefined;
  return { connection, access, host };
}

/** Returns how a host is accessed with a credential. */
export function accessOf(
  connection: Pick<Connection, 'host' | 'apiUrl' | 'repository' | 'login' | 'draft' | 'labels' | 'reviewers'>,
  credential: HostCredential,
  now: () => Date,
): HostAccess {
  const { host, apiUrl, repository, login, draft, labels, reviewers } = connection;
  const timeoutMilliseconds = hostTimeoutMilliseconds;
  return { host, apiUrl, repository, credential, login, draft, labels, reviewers, timeoutMilliseconds, now };
}

/** @throws CopydeskError `secret_unreadable`; `not_found` when the connection was removed meanwhile. */
export async function openCredential(db: Database, box: SecretBox, projectId: string): Promise<HostCredential> {
  const sealed = await readSealed(db, projectId);
  if (sealed === undefined)
    throw new CopydeskError('not_found', `The project ${projectId} was disconnected meanwhile.`);
  return HostCredential.parse(JSON.parse(await box.open(sealed.credential, credentialPurpose(projectId))));
}

/** Returns undefined for what is no URL of a server. */
export function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url === null || url.origin === 'null' ? undefined : url.origin;
}
