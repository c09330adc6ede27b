import { type Client, isApiError, type Project as ApiProject } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Project } from '../projects/project.ts';
import { readAll } from './read-all.ts';
import { readAs } from './read-as.ts';

/** Finds the project that a command means, among those that the server shows to the key. */
export interface ProjectFinder {
  list: () => Promise<Project[]>;
  find: (idOrName: string) => Promise<Project>;
  idOf: (idOrName: string) => Promise<string>;
  /** Finds the project of a job: the one named with it, that of the key, or one of all. */
  ofJob: (jobId: string) => Promise<string>;
  /** Lists the projects to search: the one that was named, or all that the key sees. */
  candidates: () => Promise<{ id: string }[]>;
  /** Returns the first candidate that has it. @param what such as `webhook whk_1`. @throws CopydeskError `not_found` */
  having: (what: string, has: (projectId: string) => Promise<boolean>) => Promise<string>;
}

/** @param named the project of the environment or of the repository. */
export function openProjectFinder(desk: Client, named: string | undefined): ProjectFinder {
  const known = new Map<string, Promise<string>>();
  const list = async (): Promise<Project[]> => Promise.all((await readProjects(desk)).map(presentHere));
  const idOf = async (idOrName: string): Promise<string> => {
    if (/^prj_\w{22}$/.test(idOrName)) return idOrName;
    const found = (await listVisible(desk)).find(({ name }) => name === idOrName);
    if (found !== undefined) return found.id;
    throw new CopydeskError(
      'not_found',
      `The key sees no project with the id or name "${idOrName}". A key without the scope admin finds projects by their id alone.`,
    );
  };
  const candidates = async () => (named === undefined ? await listVisible(desk) : [{ id: await idOf(named) }]);
  const having: ProjectFinder['having'] = async (what, has) => {
    for (const { id } of await candidates()) if (await has(id)) return id;
    throw new CopydeskError(
      'not_found',
      `The key sees no ${what}${named === undefined ? '' : ` in the project ${named}`}. Set COPYDESK_PROJECT to the id of its project.`,
    );
  };
  const ofJob = async (jobId: string): Promise<string> =>
    await having(`job ${jobId}`, async (projectId) => await hasJob(desk, projectId, jobId));
  return {
    list,
    idOf,
    candidates,
    having,
    async find(idOrName) {
      const projectId = await idOf(idOrName);
      return await presentHere(await desk.get('/v1/projects/{projectId}', { path: { projectId } }));
    },
    ofJob(jobId) {
      const project = known.get(jobId) ?? ofJob(jobId);
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

/** Lists the projects that a key can see: its own, or all with the scope `admin`. */
async function listVisible(desk: Client): Promise<{ id: string; name: string }[]> {
  const { project, scopes } = await desk.get('/v1/me');
  if (project !== null) return [project];
  return scopes.includes('admin') ? await readProjects(desk) : [];
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
