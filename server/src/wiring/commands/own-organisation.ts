import { CopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { defaultOrganisation } from '../../projects/organisation.ts';
import { findProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { commandActor } from '../services/command-actor.ts';

/** The one organisation of this installation, as the commands on its database find it. */
export interface OwnOrganisation {
  id: () => Promise<string>;
  /** Who does what a command does. */
  actor: () => Promise<Actor>;
  /** @throws CopydeskError `not_found` */
  project: (projectId: string) => Promise<Project>;
}

export function ownOrganisation({ db }: App): OwnOrganisation {
  const id = (): Promise<string> => defaultOrganisation(db);
  return {
    id,
    actor: async () => commandActor(await id()),
    async project(projectId) {
      const found = await findProject(db, { organisationId: await id(), projectId });
      if (found !== undefined) return found;
      throw new CopydeskError('not_found', `There is no project ${projectId}. "copydesk project list" shows them all.`);
    },
  };
}
