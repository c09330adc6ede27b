import type { ContextRepositoryServices } from '../../operator/project/context-repositories.ts';
import type { Actor } from '../../audit/actor.ts';
import { addContextRepository, removeContextRepository } from '../../desk/project/context-repositories.ts';
import { checkContextRepository, listContextRepositories } from '../../projects/connection/context-repositories.ts';
import type { ContextRepository } from '../../projects/connection/context-repositories.ts';
import type { Project } from '../../projects/project.ts';
import { exposureOf } from './context-exposure.ts';
import { locate } from '../services/create-project.ts';
import type { App } from '../app.ts';
import { sourceOf } from './repositories.ts';

/** What the operator's commands do with context repositories. */
export function contextRepositoryServices(
  app: App,
  project: (id: string) => Promise<Project>,
  actor: () => Promise<Actor>,
): ContextRepositoryServices {
  const { db } = app;
  return {
    async add(projectId, { name, ref = null, ...draft }) {
      const found = await project(projectId);
      const added = await prepareContextRepository(app, found, { name, ref, ...(await locate(draft.repository)) });
      await addContextRepository(db, await actor(), found, added);
      return { ...added, exposure: await exposureOf(app.workspace, found, added) };
    },
    list: async (projectId) => await listContextRepositories(db, (await project(projectId)).id),
    remove: async (projectId, name) => await removeContextRepository(db, await actor(), await project(projectId), name),
  };
}

/**
 * Checks a repository that is to be read besides the docs. It creates the clone, so that the first job finds it, and
 * reports whatever is wrong to the person who can fix it.
 *
 * @throws CopydeskError `invalid_request` (the name), `repository_*`, `ref_not_found`
 */
export async function prepareContextRepository(
  app: Pick<App, 'db' | 'hosts' | 'workspace'>,
  project: Project,
  draft: Pick<Project, 'name' | 'repositoryKind' | 'repository'> & { ref: string | null },
): Promise<ContextRepository> {
  const { name, repositoryKind, repository, ref } = draft;
  const added = {
    name,
    repositoryKind: repositoryKind === 'url' ? ('url' as const) : ('path' as const),
    repository,
    ref,
  };
  await checkContextRepository(app.db, project.id, name);
  const { contextSource, openNewest } = await import('../../worker/prepare/context-repositories.ts');
  const authorization = (address: string) => app.hosts.authorization(project, address);
  const source = contextSource(sourceOf(app, project), added, authorization);
  await openNewest(app.workspace, source, ref);
  return added;
}
