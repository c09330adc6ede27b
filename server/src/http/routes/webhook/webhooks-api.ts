import type { FastifyInstance } from 'fastify';
import { addCreateWebhook } from './create-webhook.ts';
import { addDeleteWebhook } from './delete-webhook.ts';
import { addEnableWebhook } from './enable-webhook.ts';
import { addGetWebhook } from './get-webhook.ts';
import { addListDeliveries } from './list-deliveries.ts';
import { addListWebhooks } from './list-webhooks.ts';
import { addRedeliver } from './redeliver.ts';
import type { RouteServices } from '../route-services.ts';
import { addTestWebhook } from './test-webhook.ts';

/** Adds the endpoints of webhooks and of their deliveries. */
export function addWebhooksApi(app: FastifyInstance, services: RouteServices): void {
  addCreateWebhook(app, services);
  addListWebhooks(app, services);
  addGetWebhook(app, services);
  addDeleteWebhook(app, services);
  addEnableWebhook(app, services);
  addTestWebhook(app, services);
  addListDeliveries(app, services);
  addRedeliver(app, services);
}
