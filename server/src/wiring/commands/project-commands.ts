import { deleteProject } from '../../desk/project/delete-project.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import { chooseProject } from '../../operator/project/choose-project.ts';
import { readContents } from '../../projects/delete.ts';
import { listProjects } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { checkAndChangeProject } from '../services/change-project.ts';
import { checkAndCreateProject } from '../services/create-project.ts';
import type { OwnOrganisation } from './own-organisation.ts';

type ProjectCommands = Pick<
  OperatorServices,
  | 'createProject'
  | 'listProjects'
  | 'listVisible'
  | 'setProject'
  | 'readContents'
  | 'deleteProject'
  | 'checkProject'
  | 'askProject'
  | 'proposeQuestions'
  | 'readReadability'
  | 'findProject'
  | 'nameProject'
  | 'projectIdOf'
>;

/** What commands do with projects and their docs. */
export function projectCommands(app: App, own: OwnOrganisation): ProjectCommands {
  const { db } = app;
  const findProject = async (idOrName: string | undefined): Promise<Project> =>
    chooseProject(await listProjects(db, await own.id()), idOrName);
  return {
    createProject: async (draft) => await checkAndCreateProject(app, await own.actor(), draft),
    listProjects: async () => await listProjects(db, await own.id()),
    listVisible: async () => ({ projects: await listProjects(db, await own.id()) }),
    async setProject(id, change) {
      return await checkAndChangeProject(app, await own.actor(), await own.project(id), { request: change });
    },
    readContents: async (found) => await readContents(db, found),
    async deleteProject(projectId, name) {
      await deleteProject(db, await own.actor(), { projectId, name });
    },
    async checkProject(id, ref) {
      const { checkProject } = await import('../site/check-project.ts');
      return await checkProject(app, await own.project(id), ref);
    },
    async askProject(id, query) {
      const { askProject } = await import('../site/ask-project.ts');
      return await askProject(app, await own.project(id), query);
    },
    async proposeQuestions(id, query) {
      const { proposeForProject } = await import('../site/propose-questions.ts');
      return await proposeForProject(app, await own.project(id), query);
    },
    async readReadability(id, query) {
      const { readReadability } = await import('../site/readability.ts');
      return await readReadability(app, await own.project(id), query);
    },
    findProject,
    nameProject: findProject,
    projectIdOf: async (idOrName) => (await findProject(idOrName)).id,
  };
}
