import type { Client } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { ModelServices } from '../operator/models.ts';

/** The model commands of a project over HTTP: with a key of the scope `admin`. */
export function modelServices(desk: Client): ModelServices {
  const path = '/v1/projects/{projectId}/model-keys/{provider}';
  return {
    async list(projectId) {
      return await desk.get('/v1/projects/{projectId}/models', { path: { projectId: requireProject(projectId) } });
    },
    async check({ projectId, model, signal }) {
      const named = { projectId: requireProject(projectId) };
      return await desk.post('/v1/projects/{projectId}/models/check', { path: named, body: { model }, signal });
    },
    async setKey({ projectId, provider, key, baseUrl }) {
      const { updatedAt, ...kept } = await desk.put(path, { path: { projectId, provider }, body: { key, baseUrl } });
      return { ...kept, updatedAt: new Date(updatedAt) };
    },
    async deleteKey(projectId, provider) {
      const { keys } = await desk.get('/v1/projects/{projectId}/model-keys', { path: { projectId } });
      await desk.delete(path, { path: { projectId, provider } });
      return keys.some((one) => one.provider === provider);
    },
  };
}

/** Without a project, the models come from the settings of the server, which only its own machine can read. */
function requireProject(projectId: string | undefined): string {
  if (projectId !== undefined) return projectId;
  throw new CopydeskError('invalid_request', 'Say which project the models are for: --project <id or name>.');
}
