import type { FastifyInstance } from 'fastify';
import { enterTestMode } from '../test-mode.ts';
import { addAccountApi } from './account/account-api.ts';
import { addAgentApi } from './job/agent-api.ts';
import { addAnalyticsApi } from './view/analytics-api.ts';
import { addAutomationsApi } from './project/automations-api.ts';
import { addConnectionsApi } from './connection/connections-api.ts';
import { addCollect } from './view/collect.ts';
import { addFeedbackApi } from './view/feedback-api.ts';
import { addHostWebhook } from './connection/host-webhook.ts';
import { addGetServerHealth } from './get-server-health.ts';
import { addKeysApi } from './key/keys-api.ts';
import { addPeopleApi } from './person/people-api.ts';
import { addProjectsApi } from './project/projects-api.ts';
import { addTriggersApi } from './trigger/triggers-api.ts';
import type { RouteServices } from './route-services.ts';
import { addSharesApi } from './person/shares-api.ts';
import { addWebhooksApi } from './webhook/webhooks-api.ts';

/** Adds every endpoint of the contract. */
export function addApi(app: FastifyInstance, services: RouteServices): void {
  app.decorateRequest('admission', null);
  // The checks read the body themselves, after they have authenticated its sender.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  enterTestMode(app, services);
  addAgentApi(app, services);
  addAnalyticsApi(app, services);
  addCollect(app, services);
  addFeedbackApi(app, services);
  addHostWebhook(app, services);
  addWebhooksApi(app, services);
  addTriggersApi(app, services);
  addAutomationsApi(app, services);
  addConnectionsApi(app, services);
  addSharesApi(app, services);
  addKeysApi(app, services);
  addGetServerHealth(app, services);
  addPeopleApi(app, services);
  addAccountApi(app, services);
  addProjectsApi(app, services);
}
