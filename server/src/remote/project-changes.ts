import type { Client, Project as ApiProject } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { OperatorServices, ProjectDraft } from '../operator/operator.ts';
import type { FoundSite } from '../operator/project/found-site.ts';
import { presentHere } from './projects.ts';

type ProjectChanges = Pick<OperatorServices, 'createProject' | 'setProject' | 'readContents' | 'deleteProject'>;

/** Creates, changes and deletes projects over HTTP: with a key of the scope `admin`. */
export function projectChanges(desk: Client): ProjectChanges {
  return {
    async createProject(draft) {
      requireFromElsewhere(draft);
      const { filesFrom: _, ...body } = draft;
      const made: ApiProject = await desk.post('/v1/projects', { body, idempotencyKey: crypto.randomUUID() });
      const site = draft.repository === undefined ? undefined : await siteOf(desk, made);
      return { project: await presentHere(made), cloneUrl: made.cloneUrl ?? undefined, site };
    },
    async setProject(projectId, change) {
      return await presentHere(await desk.patch('/v1/projects/{projectId}', { path: { projectId }, body: change }));
    },
    async readContents({ id: projectId }) {
      return (await desk.get('/v1/projects/{projectId}', { path: { projectId } })).contains;
    },
    async deleteProject(projectId, name) {
      await desk.delete('/v1/projects/{projectId}', { path: { projectId }, query: { name } });
    },
  };
}

/** A path would be one on the server's machine, where the same path is something else. */
function requireFromElsewhere({ filesFrom, repository = '' }: ProjectDraft): void {
  if (filesFrom === undefined && !/^[.~]/.test(repository)) return;
  throw new CopydeskError(
    'invalid_request',
    'The repository must be a URL, or the absolute path of one on the machine of the server: the server cannot see what is on this machine.',
  );
}

/** Asks the server again what it has found, because creating a project returns only the project. */
async function siteOf(desk: Client, { repository, ref, docsFolder }: ApiProject): Promise<FoundSite> {
  const { site } = await desk.post('/v1/repositories/look', { body: { repository, ref, docsFolder } });
  return { ...site, leftAlone: [] };
}
