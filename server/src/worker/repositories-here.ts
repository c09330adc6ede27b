import {
  listUnplaced,
  listWaitingElsewhere,
  nameMachine,
  placeRepository,
  readPlace,
} from '../projects/repository-machine.ts';
import type { RepositoryMachine } from '../projects/repository-machine.ts';
import type { Database } from '../postgres/database.ts';

/** The repositories on disks, as a worker's machine has them or not. */
export interface RepositoriesHere {
  /** The ids of the projects whose repositories were not here when it was looked for them. */
  elsewhere: () => string[];
  /**
   * Whether a project's repository is on another machine, whose workers are to have its jobs. One that is nowhere, and
   * was last found here, is not: its jobs say that it is gone.
   */
  isElsewhere: (projectId: string) => Promise<boolean>;
  /** Notes which repositories are here of those that nobody has looked for yet. */
  placeUnplaced: () => Promise<void>;
  /**
   * Looks again for those that were not here, and for those of other machines whose jobs wait: a worker that has no place free
   * would else never learn that it lacks one, and its jobs would say that they wait for a worker. @returns whether one is here that was not.
   */
  lookAgain: () => Promise<boolean>;
}

/** What a worker needs to tell its machine from others. */
export interface MachineOfWorker {
  self: RepositoryMachine;
  /** Whether there is a repository at a path. */
  hasRepository: (path: string) => Promise<boolean>;
}

/**
 * Opens what a worker knows of repositories on disks. A path is taken for the same repository wherever there is one: a
 * disk may be shared by several machines.
 */
export function openRepositoriesHere(db: Database, { self, hasRepository }: MachineOfWorker): RepositoriesHere {
  const elsewhere = new Set<string>();

  const look = async (projectId: string): Promise<boolean> => {
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
      const isAway = await look(projectId);
      if (isAway) elsewhere.add(projectId);
      return isAway;
    },
    async placeUnplaced() {
      await nameMachine(db, self);
      for (const project of await listUnplaced(db)) {
        if (await hasRepository(project.repository)) await placeRepository(db, project, self.id);
      }
    },
    async lookAgain() {
      let isSomeHere = false;
      for (const projectId of await listWaitingElsewhere(db, self.id)) {
        if (!elsewhere.has(projectId) && (await look(projectId))) elsewhere.add(projectId);
      }
      for (const projectId of elsewhere) {
        if (await look(projectId)) continue;
        elsewhere.delete(projectId);
        isSomeHere = true;
      }
      return isSomeHere;
    },
  };
}
