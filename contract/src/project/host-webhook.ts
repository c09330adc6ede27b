import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

/** The reply to a code host. */
export const HostWebhookResult = z
  .object({ events: z.int().describe('The parts of the webhook that Copydesk uses; most webhooks contain none') })
  .meta({ id: 'HostWebhookResult' });

export type HostWebhookResult = z.infer<typeof HostWebhookResult>;

/** The endpoints for webhooks of code hosts such as GitHub or GitLab. */
export const hostWebhookEndpoints = {
  receiveHostWebhook: {
    method: 'POST',
    path: '/v1/code-host/{projectId}/webhook',
    summary: 'Receive a webhook of the code host',
    description:
      'The code host of a project sends its webhooks here: comments, pull requests that end, pushes. The reply comes ' +
      'when the event is durably stored; Copydesk acts on it afterwards. If an event comes twice, Copydesk acts on it once. A wrong ' +
      'signature and an unknown project get the same answer.',
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
