import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CodeHost } from '../../code-hosts/code-host.ts';
import { codeHostByCall } from '../../code-hosts/hosted.ts';
import { localCodeHost } from '../../code-hosts/local.ts';
import { updateLeased } from '../../jobs/claim/lease.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import type { Project } from '../../projects/project.ts';
import { pullRequestStore } from '../../pull-requests/store.ts';
import type { Repository, Source } from '../../workspace/workspace.ts';
import type { Hosts } from './hosts.ts';
import type { App } from '../app.ts';
import { isThere } from '../site/is-there.ts';

type Located = Pick<Project, 'id' | 'repositoryKind' | 'repository'>;

/**
 * Returns where a project's repository is, and the present credentials for it. Each project has a clone of its own:
 * what one project may read is not available to another, even for the same repository.
 */
export function sourceOf({ hosts }: { hosts: Hosts }, project: Located): Source {
  const { id, repositoryKind, repository: location } = project;
  if (repositoryKind !== 'url') return { id, kind: 'path', location };
  return {
    id,
    kind: 'url',
    location,
    authorization: () => hosts.authorization(project, location),
    renewAuthorization: (refused) => hosts.renewAuthorization(project, location, refused),
  };
}

/** Returns where Copydesk keeps the repository of a project. */
export function keptRepository({ keptDirectory }: Pick<App, 'keptDirectory'>, projectId: string): string {
  return path.join(keptDirectory, `${projectId}.git`);
}

/**
 * Returns where a repository is put that is restored from its mirror: under a name that no machine has had. A machine
 * that seemed lost may come back with data at the same path, and would take its old repository for this one.
 */
export function restoredRepository({ keptDirectory }: Pick<App, 'keptDirectory'>, projectId: string): string {
  return path.join(keptDirectory, `${projectId}-${randomBytes(4).toString('hex')}.git`);
}

/** Removes everything that this machine keeps of the repository of a project. */
export async function removeKept({ keptDirectory }: Pick<App, 'keptDirectory'>, projectId: string): Promise<void> {
  if (!(await isThere(keptDirectory))) return;
  const names = await readdir(keptDirectory);
  const own = names.filter((name) => name === `${projectId}.git` || name.startsWith(`${projectId}-`));
  await Promise.all(own.map((name) => rm(path.join(keptDirectory, name), { recursive: true, force: true })));
}

/** Returns the full URL of the repository, without credentials: where people clone from. */
export function publicRepository(app: Pick<App, 'url'>, project: Located): string {
  return project.repositoryKind === 'url' ? project.repository : `${app.url}/git/${project.id}.git`;
}

/**
 * Returns where a project's pull requests are: at the code host that it is connected to, or in Copydesk itself. It is
 * read at each call, because a project may be connected while its jobs run.
 */
export function codeHostOf(app: Pick<App, 'db' | 'url' | 'hosts'>, project: Project, lease: Lease): CodeHost {
  const local = localHostOf(app, project, lease);
  return codeHostByCall(async () => (await app.hosts.hosted(project.id))?.host ?? local);
}

/** The code host inside Copydesk. What a worker writes there is committed only if it still holds its lease then. */
export function localHostOf({ db, url }: Pick<App, 'db' | 'url'>, project: Project, lease: Lease): CodeHost {
  return localCodeHost({
    store: pullRequestStore(db, project.id, (transaction) => updateLeased(transaction, lease, {})),
    link: (number) => `${url}/projects/${project.id}/pulls/${number}`,
  });
}

/** Returns the clone of a project's repository, and creates it when it does not exist. */
export async function repositoryOf(app: App, project: Project): Promise<Repository> {
  return await app.workspace.repository(sourceOf(app, project));
}
