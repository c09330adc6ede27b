import type { FastifyInstance } from 'fastify';
import { addCheckConnection } from './check-connection.ts';
import { addDeleteConnection } from './delete-connection.ts';
import { addGetConnection } from './get-connection.ts';
import { addRenewWebhookSecret } from '../webhook/renew-webhook-secret.ts';
import type { RouteServices } from '../route-services.ts';
import { addSetConnection } from './set-connection.ts';

/** Adds the endpoints of a project's connection to its code host. */
export function addConnectionsApi(app: FastifyInstance, services: RouteServices): void {
  addGetConnection(app, services);
  addSetConnection(app, services);
  addDeleteConnection(app, services);
  addCheckConnection(app, services);
  addRenewWebhookSecret(app, services);
}
