import type { Client } from '@copydesk/client';
import type { ModelServices } from '../operator/models.ts';

/** What the commands do with the model keys of a project, over HTTP: with a key of the scope `admin`. */
export function modelKeyServices(desk: Client): Pick<ModelServices, 'setKey' | 'deleteKey'> {
  const path = '/v1/projects/{projectId}/model-keys/{provider}';
  return {
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
