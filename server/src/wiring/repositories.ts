import type { CodeHost } from '../code-hosts/code-host.ts';
import { localCodeHost } from '../code-hosts/local.ts';
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

/** Where a project's pull requests live: with Copydesk itself, whatever the kind of repository. */
export function codeHostOf(house: House, project: Project): CodeHost {
  return localCodeHost({
    store: pullRequestStore(house.db, project.id),
    link: (number) => `${house.url}/projects/${project.id}/pulls/${number}`,
  });
}

/** The clone of a project's repository, made when it is not there. */
export async function repositoryOf(house: House, project: Project): Promise<Repository> {
  return await house.workspace.repository(sourceOf(project));
}
