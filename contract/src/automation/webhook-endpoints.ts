import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  CreatedWebhook,
  DeliveryListQuery,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookRequest,
} from './webhooks.ts';

/** What every endpoint of a project's webhooks has in common. */
const webhooks = { scope: 'admin', editors: true, errors: [] } satisfies Partial<Endpoint>;

/** For endpoints that change something, and ignore any body. */
const bodiless = { scope: 'admin', editors: true, errors: ['unsupported_media_type'] } satisfies Partial<Endpoint>;

/** The endpoints of webhooks and of their deliveries. */
export const webhookEndpoints = {
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{projectId}',
    summary: 'Create a webhook',
    description:
      'From now on the address is told when a job of the project is completed, failed or archived, signed as Standard ' +
      'Webhooks say. The secret of the signatures is in this reply and never shown again.',
    scope: 'admin',
    editors: true,
    body: WebhookRequest,
    replies: { 201: CreatedWebhook },
    errors: [...bodyErrors, 'too_many_webhooks', 'data_directory_refused'],
  },
  listWebhooks: {
    ...webhooks,
    method: 'GET',
    path: '/v1/webhooks/{projectId}',
    summary: 'List the webhooks of a project',
    description: 'Oldest first, all of them.',
    replies: { 200: WebhookList },
  },
  getWebhook: {
    ...webhooks,
    method: 'GET',
    path: '/v1/webhooks/{projectId}/{webhookId}',
    summary: 'Get a webhook',
    description: 'Says whether it is failing or disabled, and since when. Never its secret.',
    replies: { 200: Webhook },
  },
  enableWebhook: {
    ...bodiless,
    method: 'POST',
    path: '/v1/webhooks/{projectId}/{webhookId}/enable',
    summary: 'Enable a webhook again',
    description:
      'What happens from now on is sent. What was given up meanwhile is sent when it is redelivered. Enabling one ' +
      'that is enabled changes nothing.',
    replies: { 200: Webhook },
  },
  testWebhook: {
    ...bodiless,
    method: 'POST',
    path: '/v1/webhooks/{projectId}/{webhookId}/test',
    summary: 'Send a test to a webhook',
    description:
      'Sends a delivery of the type `test` in the way of every other, also to a disabled webhook. How it went is in ' +
      'the deliveries.',
    replies: { 200: WebhookDelivery },
  },
  listDeliveries: {
    ...webhooks,
    method: 'GET',
    path: '/v1/webhooks/{projectId}/{webhookId}/deliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first, with their attempts; kept for 30 days. Follow `nextCursor` for the next page.',
    query: DeliveryListQuery,
    replies: { 200: WebhookDeliveryList },
  },
  redeliver: {
    ...bodiless,
    method: 'POST',
    path: '/v1/webhooks/{projectId}/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Send a delivery again',
    description:
      'With the same `webhook-id` and body, at once, whatever has come of it before, and by the same schedule of ' +
      'retries. One that waits for its next attempt waits no longer.',
    replies: { 200: WebhookDelivery },
  },
  deleteWebhook: {
    ...bodiless,
    method: 'DELETE',
    path: '/v1/webhooks/{projectId}/{webhookId}',
    summary: 'Delete a webhook',
    description: 'With its deliveries and their log. Nothing more is sent, save what is on its way.',
    replies: { 204: z.null() },
  },
} as const satisfies Record<string, Endpoint>;
