import type {
  CreatedWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookPayload,
} from '@copydesk/contract';

const webhook: Webhook = {
  id: 'whk_8e41f7a20c95d3b66a10ef',
  url: 'https://hooks.example.com/copydesk',
  events: ['job.completed', 'job.failed'],
  createdAt: '2026-01-05T09:00:00.000Z',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
};

const created: CreatedWebhook = { ...webhook, secret: 'whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSE=' };

const webhookList: WebhookList = { webhooks: [webhook] };

const delivery: WebhookDelivery = {
  id: 'msg_3d9f0c5b7e1a48b2c6d4f0',
  type: 'job.completed',
  jobId: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  status: 'delivered',
  createdAt: '2026-01-05T09:31:12.000Z',
  nextAttemptAt: null,
  deliveredAt: '2026-01-05T09:31:17.000Z',
  attempts: [
    {
      number: 1,
      at: '2026-01-05T09:31:12.000Z',
      status: 503,
      milliseconds: 84,
      error: 'The receiver answered 503 and said: starting',
    },
    { number: 2, at: '2026-01-05T09:31:17.000Z', status: 204, milliseconds: 41, error: null },
  ],
};

const deliveryList: WebhookDeliveryList = { deliveries: [delivery], nextCursor: null };

const payload: WebhookPayload = {
  type: 'job.completed',
  timestamp: '2026-01-05T09:31:12.000Z',
  data: {
    id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k',
    projectId: 'prj_6sVb3XqT9dLw4NcR7Kp2mZ',
    status: 'completed',
    outcome: 'changed',
    url: 'https://desk.example.com/v2/agent/prj_6sVb3XqT9dLw4NcR7Kp2mZ/job/job_01jd9z2v0d6q3m5x8e7r4t1w9k',
    page: 'https://desk.example.com/projects/prj_6sVb3XqT9dLw4NcR7Kp2mZ/jobs/job_01jd9z2v0d6q3m5x8e7r4t1w9k',
  },
};

/** An example of each shape that the endpoints of webhooks answer, and of what is sent, by its name. */
export const webhookExamples = {
  CreatedWebhook: created,
  Webhook: webhook,
  WebhookDelivery: delivery,
  WebhookDeliveryList: deliveryList,
  WebhookList: webhookList,
  WebhookPayload: payload,
} as const;

/** What it takes to make one. */
export const webhookBody = { url: webhook.url, events: webhook.events };
