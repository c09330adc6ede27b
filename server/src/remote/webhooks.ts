import { type Client, isApiError } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { WebhookServices } from '../operator/operator.ts';
import type { ProjectFinder } from './projects.ts';
import { readAs } from './read-as.ts';

/** The webhook commands over HTTP: with a key of the scope `admin`. */
export function webhookServices(desk: Client, projects: ProjectFinder): WebhookServices {
  const place = async (webhookId: string) => {
    const has = async (projectId: string): Promise<boolean> => (await read(projectId, webhookId)) !== undefined;
    return { projectId: await projects.having(`webhook ${webhookId}`, has), webhookId };
  };
  const read = async (projectId: string, webhookId: string) =>
    await desk.get('/v1/webhooks/{projectId}/{webhookId}', { path: { projectId, webhookId } }).catch(undefinedIfAbsent);
  return {
    async create({ projectId, url, events }) {
      const { CreatedWebhook } = await import('@copydesk/contract');
      const body = { url, events: [...events] };
      return readAs(CreatedWebhook, await desk.post('/v1/webhooks/{projectId}', { path: { projectId }, body }));
    },
    list: async (projectId) => (await desk.get('/v1/webhooks/{projectId}', { path: { projectId } })).webhooks,
    async delete(id) {
      await desk.delete('/v1/webhooks/{projectId}/{webhookId}', { path: await place(id) });
    },
    enable: async (id) => await desk.post('/v1/webhooks/{projectId}/{webhookId}/enable', { path: await place(id) }),
    async test(id) {
      const { WebhookDelivery } = await import('@copydesk/contract');
      const path = await place(id);
      return readAs(WebhookDelivery, await desk.post('/v1/webhooks/{projectId}/{webhookId}/test', { path }));
    },
    async deliveries(id, query) {
      const { WebhookDeliveryList } = await import('@copydesk/contract');
      const path = await place(id);
      const page = await desk.get('/v1/webhooks/{projectId}/{webhookId}/deliveries', { path, query });
      return readAs(WebhookDeliveryList, page);
    },
    async redeliver(deliveryId) {
      const { WebhookDelivery } = await import('@copydesk/contract');
      const route = '/v1/webhooks/{projectId}/{webhookId}/deliveries/{deliveryId}/redeliver';
      for (const { id: projectId } of await projects.candidates()) {
        const { webhooks } = await desk.get('/v1/webhooks/{projectId}', { path: { projectId } });
        for (const { id: webhookId } of webhooks) {
          const sent = await desk.post(route, { path: { projectId, webhookId, deliveryId } }).catch(undefinedIfAbsent);
          if (sent !== undefined) return readAs(WebhookDelivery, sent);
        }
      }
      throw new CopydeskError('not_found', `The key sees no delivery ${deliveryId}, or it is older than 30 days.`);
    },
  };
}

/** For a delivery of another webhook or project: the next one is asked. */
function undefinedIfAbsent(error: unknown): undefined {
  if (isApiError(error, 'not_found')) return undefined;
  throw error;
}
