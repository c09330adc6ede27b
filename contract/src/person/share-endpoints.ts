import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { IdempotentHeaders } from '../headers.ts';
import { CreatedShare, ShareList, ShareRequest } from './shares.ts';

/** The endpoints of the links that show a project's readers to everybody. */
export const shareEndpoints = {
  listShares: {
    method: 'GET',
    path: '/v1/projects/{projectId}/shares',
    summary: 'List the share links of a project',
    description: 'Lists those that are not revoked. Never the links themselves: only their hashes are kept.',
    scope: 'admin',
    editors: true,
    replies: { 200: ShareList },
    errors: [],
  },
  createShare: {
    method: 'POST',
    path: '/v1/projects/{projectId}/shares',
    summary: 'Create a share link',
    description:
      'Whoever has the link sees who reads the docs, and nothing else of the project, without signing in; it also works as a ' +
      'badge and as a feed of reports. The link is in this reply and never shown again: a reply that is repeated for the same idempotency key ' +
      'does not contain it.',
    scope: 'admin',
    editors: true,
    body: ShareRequest,
    headers: IdempotentHeaders,
    replies: { 201: CreatedShare },
    errors: [...bodyErrors, 'too_many_shares', 'idempotency_key_in_flight', 'idempotency_key_reused'],
  },
  revokeShare: {
    method: 'DELETE',
    path: '/v1/projects/{projectId}/shares/{shareId}',
    summary: 'Revoke a share link',
    description:
      'From now on, the link, its badges and its feed answer 404; a cache may keep them for five minutes. This is final.',
    scope: 'admin',
    editors: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
