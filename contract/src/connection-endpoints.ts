import { z } from 'zod';
import { Connection, ConnectionRequest, SetConnection } from './connections.ts';
import { ConnectionChecks } from './projects.ts';
import { bodyErrors } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoints of a project's connection with its code host. */
export const connectionEndpoints = {
  getConnection: {
    method: 'GET',
    path: '/v1/projects/{projectId}/connection',
    summary: 'Get the connection with the code host',
    description: 'How Copydesk acts at the code host of the project. Never a secret.',
    scope: 'admin',
    editors: true,
    replies: { 200: Connection },
    errors: [],
  },
  setConnection: {
    method: 'PUT',
    path: '/v1/projects/{projectId}/connection',
    summary: 'Connect a project with its code host',
    description:
      'Stores the credential, sealed, and the settings that are given; what is absent stays. Another credential counts ' +
      'from the next transfer on. Nothing is tried at the host: `copydesk project connect --check` does that. The ' +
      'secret of the webhooks is in the reply when it is new, and never shown again.',
    scope: 'admin',
    editors: true,
    body: ConnectionRequest,
    replies: { 200: SetConnection },
    errors: ['test_mode', ...bodyErrors, 'data_directory_refused', 'repository_invalid', 'code_host_unreachable'],
  },
  checkConnection: {
    scope: 'admin',
    editors: true,
    method: 'POST',
    path: '/v1/projects/{projectId}/connection/check',
    summary: 'Try a connection with the code host',
    description:
      'Tries all that Copydesk needs there, with the credential that is given or else with the stored one: a branch is ' +
      'pushed and taken away again. Nothing is stored; what does not work is told in the reply.',
    body: ConnectionRequest,
    replies: { 200: ConnectionChecks },
    errors: [
      'test_mode',
      ...bodyErrors,
      'repository_invalid',
      'code_host_unreachable',
      'secret_unreadable',
      'data_directory_refused',
    ],
  },
  renewWebhookSecret: {
    scope: 'admin',
    editors: true,
    method: 'POST',
    path: '/v1/projects/{projectId}/connection/webhook-secret',
    summary: 'Renew the secret of the code host’s webhooks',
    description: 'What is signed with the one before is refused from now on. The new one is in this reply alone.',
    replies: { 200: SetConnection },
    errors: ['unsupported_media_type', 'data_directory_refused'],
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/v1/projects/{projectId}/connection',
    summary: 'Disconnect a project from its code host',
    description:
      'Forgets the credential and the secret of the webhooks. Pull requests are with Copydesk from now on, and git asks ' +
      'without a credential. Disconnecting a project that is not connected changes nothing.',
    scope: 'admin',
    editors: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
