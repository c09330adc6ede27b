import type { CodeHost } from '../code-hosts/code-host.ts';
import { localCodeHost } from '../code-hosts/local.ts';
import { updateLeased } from '../jobs/lease.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Project } from '../projects/project.ts';
import { pullRequestStore } from '../pull-requests/store.ts';
import type { Repository, Source } from '../workspace/workspace.ts';
import type { House } from './house.ts';

/** Where a project's repository is. Projects on one repository share its clone. */
export function sourceOf(project: Pick<Project, 'id' | 'repositoryKind' | 'repository'>): Source {
  return {
    id: project.id,
    kind: project.repositoryKind === 'url' ? 'url' : 'path',
    location: project.repository,
  };
}

/** The full URL of the repository, without credentials: where people clone from. */
export function publicRepository(house: House, project: Pick<Project, 'id' | 'repositoryKind' | 'repository'>): string {
  return project.repositoryKind === 'url' ? project.repository : `${house.url}/git/${project.id}.git`;
}

/**
 * Where a project's pull requests live: with Copydesk itself, whatever the kind of repository. What a worker writes
 * there is committed only if it still holds its lease then.
 */
export function codeHostOf({ db, url }: Pick<House, 'db' | 'url'>, project: Project, lease: Lease): CodeHost {
  return localCodeHost({
    store: pullRequestStore(db, project.id, (transaction) => updateLeased(transaction, lease, {})),
    link: (number) => `${url}/projects/${project.id}/pulls/${number}`,
  });
}

/** The clone of a project's repository, made when it is not there. */
export async function repositoryOf(house: House, project: Project): Promise<Repository> {
  return await house.workspace.repository(sourceOf(project));
}
