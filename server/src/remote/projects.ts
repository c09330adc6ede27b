import { type Client, isApiError, type Project as ApiProject } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { NamedProject } from '@copydesk/contract';
import type { VisibleProjects } from '../operator/operator.ts';
import { chooseProject } from '../operator/project/choose-project.ts';
import type { Project } from '../projects/project.ts';
import { readAll } from './read-all.ts';
import { readAs } from './read-as.ts';

/** Finds the project that a command means, among those that the server shows to the key. */
export interface ProjectFinder {
  list: () => Promise<Project[]>;
  listVisible: () => Promise<VisibleProjects>;
  find: (idOrName: string | undefined) => Promise<Project>;
  name: (idOrName: string | undefined) => Promise<NamedProject>;
  idOf: (idOrName: string | undefined) => Promise<string>;
  /** Finds the project of a job: the one named with it, or the one of all that has it. */
  ofJob: (jobId: string, idOrName?: string) => Promise<string>;
  /** Remembers the project of a job, so that nothing has to be asked to find it. */
  remember: (jobId: string, projectId: string) => void;
  /** Lists the projects to search: the one that was named, or all that the key sees. */
  candidates: () => Promise<{ id: string }[]>;
  /** Returns the first candidate that has it. @param what such as `webhook whk_1`. @throws CopydeskError `not_found` */
  having: (what: string, has: (projectId: string) => Promise<boolean>) => Promise<string>;
}

/** @param named the project of the environment or of the repository. */
export function openProjectFinder(desk: Client, named: string | undefined): ProjectFinder {
  const known = new Map<string, Promise<string>>();
  const list = async (): Promise<Project[]> => Promise.all((await readProjects(desk)).map(presentHere));
  const name = async (idOrName: string | undefined): Promise<NamedProject> =>
    chooseProject(await listVisible(desk), idOrName);
  const idOf = async (idOrName: string | undefined): Promise<string> =>
    idOrName !== undefined && /^prj_\w{22}$/.test(idOrName) ? idOrName : (await name(idOrName)).id;
  const candidatesOf = async (idOrName: string | undefined): Promise<{ id: string }[]> =>
    idOrName === undefined ? await listVisible(desk) : [{ id: await idOf(idOrName) }];
  const firstHaving = async (
    what: string,
    idOrName: string | undefined,
    has: (projectId: string) => Promise<boolean>,
  ): Promise<string> => {
    for (const { id } of await candidatesOf(idOrName)) if (await has(id)) return id;
    const where = idOrName === undefined ? '' : ` in the project ${idOrName}`;
    throw new CopydeskError('not_found', `The key sees no ${what}${where}.`);
  };
  const findOfJob = async (jobId: string, idOrName: string | undefined): Promise<string> =>
    await firstHaving(`job ${jobId}`, idOrName, async (projectId) => await hasJob(desk, projectId, jobId));
  return {
    list,
    async listVisible() {
      try {
        return { projects: await list() };
      } catch (error) {
        if (!isApiError(error) || error.code !== 'insufficient_scope') throw error;
        return { names: await listVisible(desk) };
      }
    },
    idOf,
    name,
    candidates: async () => await candidatesOf(named),
    having: async (what, has) => await firstHaving(what, named, has),
    async find(idOrName) {
      const projectId = await idOf(idOrName);
      return await presentHere(await desk.get('/v1/projects/{projectId}', { path: { projectId } }));
    },
    remember: (jobId, projectId) => void known.set(jobId, Promise.resolve(projectId)),
    ofJob(jobId, idOrName = named) {
      const project = known.get(jobId) ?? findOfJob(jobId, idOrName);
      known.set(jobId, project);
      return project;
    },
  };
}

async function readProjects(desk: Client): Promise<ApiProject[]> {
  return await readAll(
    async (cursor) => await desk.get('/v1/projects', { query: { limit: 100, cursor } }),
    ({ projects }) => projects,
  );
}

/** Lists the projects that a key may use, whatever its scopes. */
async function listVisible(desk: Client): Promise<NamedProject[]> {
  return await readAll(
    async (cursor) => await desk.get('/v1/me/projects', { query: { limit: 100, cursor } }),
    ({ projects }) => projects,
  );
}

async function hasJob(desk: Client, projectId: string, jobId: string): Promise<boolean> {
  return await desk.readJob(projectId, jobId).then(
    () => true,
    (error: unknown) => {
      if (isApiError(error, 'not_found')) return false;
      throw error;
    },
  );
}

/** Converts a project of the API. The organisation and number, which only the database needs, stay empty. */
export async function presentHere(project: ApiProject): Promise<Project> {
  const { Project: Shape } = await import('@copydesk/contract');
  const { createdAt, ...settings } = readAs(Shape, project);
  return { ...settings, createdAt: new Date(createdAt), organisationId: '', number: 0 };
}
