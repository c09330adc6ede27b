import { WebhookPayload } from '@copydesk/contract';
import { webhookExamples } from './examples/webhook-examples.ts';
import { referenceTo } from './schemas.ts';

const headers = {
  'webhook-id': 'The same at every attempt: what has been received with it before needs no second look',
  'webhook-timestamp': 'Of the attempt, in seconds since 1970',
  'webhook-signature': '`v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64',
};

/** Returns the requests that Copydesk itself sends, to the addresses of webhooks. */
export function webhookRequests(): object {
  return {
    delivery: {
      post: {
        operationId: 'delivery',
        tags: ['Webhooks'],
        summary: 'A job has ended, or a report is ready',
        description: 'Signed as of Standard Webhooks 1.0.0. It may come more than once, and in any order.',
        security: [],
        parameters: Object.entries(headers).map(([name, description]) => {
          return { name, in: 'header', required: true, description, schema: { type: 'string' } };
        }),
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: referenceTo(WebhookPayload), example: webhookExamples.WebhookPayload },
          },
        },
        responses: {
          '2XX': { description: 'It was received' },
          '410': { description: 'Nothing more is to be sent: the webhook is disabled' },
        },
      },
    },
  };
}
