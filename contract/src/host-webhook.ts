import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The reply to a code host. */
export const HostWebhookResult = z
  .object({ events: z.int().describe('What the webhook tells that is of interest here; most tell nothing') })
  .meta({ id: 'HostWebhookResult' });

export type HostWebhookResult = z.infer<typeof HostWebhookResult>;

/** The endpoints for webhooks of code hosts such as GitHub or GitLab. */
export const hostWebhookEndpoints = {
  receiveHostWebhook: {
    method: 'POST',
    path: '/v1/code-host/{projectId}/webhook',
    summary: 'Receive a webhook of the code host',
    description:
      'Where the code host of a project sends its webhooks: comments, pull requests that end, pushes. It is answered ' +
      'when what it tells is durably stored, and acted on afterwards; told twice, it is acted on once. A wrong ' +
      'signature and a project that is not there are answered alike.',
    scope: null,
    replies: { 202: HostWebhookResult },
    errors: [
      'invalid_signature',
      'unsupported_media_type',
      'payload_too_large',
      'invalid_json',
      'request_timeout',
      'quota_exceeded',
      'secret_unreadable',
    ],
  },
} as const satisfies Record<string, Endpoint>;
