import { CopydeskError } from '@copydesk/contract';
import type { WebhookServices } from '../../operator/operator.ts';
import type { Actor } from '../../audit/actor.ts';
import { createWebhook, deleteWebhook, enableWebhook, redeliver, testWebhook } from '../../desk/project/webhooks.ts';
import { listDeliveries, webhookOfDelivery } from '../../webhooks/deliveries.ts';
import { listWebhooks, projectOfWebhook } from '../../webhooks/webhook.ts';
import type { App } from '../app.ts';
import { webhookGuard } from './webhooks.ts';

/** What the operator's commands do with webhooks, directly on the database. */
export function webhookServices(app: App, actor: () => Promise<Actor>): WebhookServices {
  const { db } = app;
  const projectOf = async (id: string): Promise<string> => (await projectOfWebhook(db, id)) ?? noSuchWebhook(id);
  const named = async (id: string) => ({ projectId: await projectOf(id), id });
  return {
    create: async (draft) => await createWebhook(db, webhookGuard(app), await actor(), draft),
    list: async (projectId) => await listWebhooks(db, projectId),
    delete: async (id) => await deleteWebhook(db, await actor(), await named(id)),
    enable: async (id) => (await enableWebhook(db, await actor(), await named(id))) ?? noSuchWebhook(id),
    test: async (id) => (await testWebhook(db, await actor(), await named(id), new Date())) ?? noSuchWebhook(id),
    async deliveries(id, page) {
      await projectOf(id);
      return await listDeliveries(db, id, page);
    },
    async redeliver(deliveryId) {
      const webhookId = (await webhookOfDelivery(db, deliveryId)) ?? noSuchDelivery(deliveryId);
      const webhook = await named(webhookId);
      return (await redeliver(db, await actor(), webhook, deliveryId)) ?? noSuchDelivery(deliveryId);
    },
  };
}

function noSuchWebhook(id: string): never {
  throw new CopydeskError(
    'not_found',
    `There is no webhook ${id}. "copydesk webhook list --project …" shows those of a project.`,
  );
}

function noSuchDelivery(id: string): never {
  throw new CopydeskError(
    'not_found',
    `There is no delivery ${id}, or it is older than 30 days. "copydesk webhook deliveries …" shows those of a webhook.`,
  );
}
