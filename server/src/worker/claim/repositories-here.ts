import {
  listUnplaced,
  listWaitingElsewhere,
  nameMachine,
  placeRepository,
  readPlace,
} from '../../projects/repository-machine.ts';
import type { RepositoryMachine } from '../../projects/repository-machine.ts';
import type { Database } from '../../postgres/database.ts';

/** Which repositories on disk a worker's machine has. */
export interface RepositoriesHere {
  /** The ids of the projects whose repositories were not on this machine when they were last looked for. */
  elsewhere: () => string[];
  /**
   * Whether a project's repository is on another machine, whose workers must take its jobs. A repository that exists
   * nowhere and was last found here counts as here: its jobs report that it is gone.
   */
  isElsewhere: (projectId: string) => Promise<boolean>;
  /** Checks which of the repositories not yet checked are on this machine, and notes them. */
  placeUnplaced: () => Promise<void>;
  /**
   * Checks again those that were not here, and those of other machines whose jobs wait. A worker without a free
   * place would otherwise never learn that it lacks a repository, and its jobs would say that they wait for a worker.
   * @returns whether one is here now that was not before.
   */
  recheck: () => Promise<boolean>;
}

/** What a worker needs to distinguish its machine from others. */
export interface MachineOfWorker {
  self: RepositoryMachine;
  /** Whether there is a repository at a path. */
  hasRepository: (path: string) => Promise<boolean>;
}

/**
 * Opens what a worker knows about repositories on disk. A path counts as the same repository wherever there is one:
 * several machines may share a disk.
 */
export function openRepositoriesHere(db: Database, { self, hasRepository }: MachineOfWorker): RepositoriesHere {
  const elsewhere = new Set<string>();

  const check = async (projectId: string): Promise<boolean> => {
    const place = await readPlace(db, projectId);
    if (place === undefined || place.repositoryKind === 'url') return false;
    const { repository, machine } = place;
    if (!(await hasRepository(repository))) return machine !== null && machine.id !== self.id;
    if (machine?.id !== self.id) await placeRepository(db, { projectId, repository }, self.id);
    return false;
  };

  return {
    elsewhere: () => [...elsewhere],
    async isElsewhere(projectId) {
      const isAway = await check(projectId);
      if (isAway) elsewhere.add(projectId);
      return isAway;
    },
    async placeUnplaced() {
      await nameMachine(db, self);
      for (const project of await listUnplaced(db)) {
        if (await hasRepository(project.repository)) await placeRepository(db, project, self.id);
      }
    },
    async recheck() {
      let isSomeHere = false;
      for (const projectId of await listWaitingElsewhere(db, self.id)) {
        if (!elsewhere.has(projectId) && (await check(projectId))) elsewhere.add(projectId);
      }
      for (const projectId of elsewhere) {
        if (await check(projectId)) continue;
        elsewhere.delete(projectId);
        isSomeHere = true;
      }
      return isSomeHere;
    },
  };
}
