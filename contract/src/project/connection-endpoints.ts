import { z } from 'zod';
import { Connection, ConnectionRequest, SetConnection } from './connections.ts';
import { ConnectionChecks } from './projects.ts';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';

/** The endpoints of a project's connection with its code host. */
export const connectionEndpoints = {
  getConnection: {
    method: 'GET',
    path: '/v1/projects/{projectId}/connection',
    summary: 'Get the connection with the code host',
    description: 'The settings with which Copydesk works at the code host of the project. Never a secret.',
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
      'Stores the credential, encrypted, and the given settings; a field that is absent stays. Another credential counts ' +
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
      'Tries all that Copydesk needs there, with the given credential or else with the stored one: a branch is ' +
      'pushed and deleted again. Nothing is stored; the reply says what does not work.',
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
    description:
      'From now on, requests that are signed with the old secret are refused. Only this reply contains the new one.',
    replies: { 200: SetConnection },
    errors: ['unsupported_media_type', 'data_directory_refused'],
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/v1/projects/{projectId}/connection',
    summary: 'Disconnect a project from its code host',
    description:
      'Deletes the credential and the secret of the webhooks. From now on, Copydesk itself keeps the pull requests, and git connects ' +
      'without a credential. Disconnecting a project that is not connected changes nothing.',
    scope: 'admin',
    editors: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
