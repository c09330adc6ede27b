import type { Connection, ConnectionRequest, SetConnection } from '@copydesk/contract';

const connection: Connection = {
  host: 'github',
  repository: 'acme/docs',
  apiUrl: 'https://api.github.com',
  credentialKind: 'token',
  hint: '…x7Qa',
  login: null,
  mention: 'copydesk',
  draft: false,
  labels: ['documentation'],
  reviewers: ['mona'],
  webhook: {
    url: 'https://copydesk.example.com/v1/code-host/prj_4fNqT2x8VbLw6RkYcZp0Ha/webhook',
    seenAt: '2026-01-05T09:31:12.000Z',
  },
  updatedAt: '2026-01-05T09:00:00.000Z',
};

const set: SetConnection = { ...connection, webhookSecret: 'not-a-secret-but-an-example-of-where-one-is-shown-once' };

/** An example of each shape that the endpoints of connections answer, by its name. */
export const connectionExamples = { Connection: connection, SetConnection: set };

/** An example of what connects a project. */
export const connectionBody: ConnectionRequest = {
  credential: { kind: 'token', token: 'the-token-of-the-host' },
  labels: connection.labels,
  reviewers: connection.reviewers,
};
