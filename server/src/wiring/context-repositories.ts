import type { ContextRepositoryServices } from '../operator/context-repositories.ts';
import {
  addContextRepository,
  checkContextRepository,
  listContextRepositories,
  removeContextRepository,
} from '../projects/context-repositories.ts';
import type { Project } from '../projects/project.ts';
import { contextSource, openNewest } from '../worker/context-repositories.ts';
import { locate } from './create-project.ts';
import type { House } from './house.ts';
import { sourceOf } from './repositories.ts';

/** What the operator's commands do with context repositories. */
export function contextRepositoryServices(
  house: House,
  project: (id: string) => Promise<Project>,
): ContextRepositoryServices {
  const { db, workspace } = house;
  return {
    async add(projectId, { name, ref = null, ...draft }) {
      const found = await project(projectId);
      const { repositoryKind, repository } = await locate(draft.repository);
      const kind = repositoryKind === 'url' ? ('url' as const) : ('path' as const);
      const added = { name, repositoryKind: kind, repository, ref };
      await checkContextRepository(db, found.id, name);
      // The clone is made here, so that the first job finds it, and whatever is wrong is told to who can mend it.
      const source = contextSource(sourceOf(house, found), added, (address) =>
        house.hosts.authorization(found, address),
      );
      await openNewest(workspace, source, ref);
      await addContextRepository(db, found.id, added);
      return added;
    },
    list: async (projectId) => await listContextRepositories(db, (await project(projectId)).id),
    remove: async (projectId, name) => await removeContextRepository(db, (await project(projectId)).id, name),
  };
}
