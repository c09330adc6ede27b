import type { Client, Project as ApiProject } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { OperatorServices, ProjectDraft } from '../operator/operator.ts';
import type { FoundSite } from '../operator/found-site.ts';
import { presentHere } from './projects.ts';

type ProjectChanges = Pick<OperatorServices, 'createProject' | 'setProject' | 'readContents' | 'deleteProject'>;

/** How the commands make, change and delete projects, over HTTP: with a key of the scope `admin`. */
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

/** A path is one of the server's machine, and what stands there at this address is not meant. */
function requireFromElsewhere({ filesFrom, repository = '' }: ProjectDraft): void {
  if (filesFrom === undefined && !/^[.~]/.test(repository)) return;
  throw new CopydeskError(
    'invalid_request',
    'The repository must be a URL, or the whole path of one on the machine of the server: what is on this machine, the server cannot see.',
  );
}

/** What the server has found when it looked, told once more: making a project answers the project alone. */
async function siteOf(desk: Client, { repository, ref, docsFolder }: ApiProject): Promise<FoundSite> {
  const { site } = await desk.post('/v1/repositories/look', { body: { repository, ref, docsFolder } });
  return { ...site, leftAlone: [] };
}
