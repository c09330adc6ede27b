import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { IdempotentHeaders } from '../headers.ts';
import { ApiKey, CreatedKey, KeyList, KeyListQuery, KeyRequest } from './keys.ts';

/** The endpoints of API keys. A key of one project sees and creates only keys of that project. */
export const keyEndpoints = {
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    summary: 'List the API keys',
    description: 'Newest first, also those that are revoked or have expired. Follow `nextCursor` for the next page.',
    scope: 'admin',
    query: KeyListQuery,
    replies: { 200: KeyList },
    errors: [],
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    summary: 'Create an API key',
    description:
      'The key is in this reply and never shown again: only its hash is kept. A reply that is repeated for the same ' +
      'idempotency key names the same key, but does not contain its text.',
    scope: 'admin',
    body: KeyRequest,
    headers: IdempotentHeaders,
    replies: { 201: CreatedKey },
    errors: [...bodyErrors, 'idempotency_key_in_flight', 'idempotency_key_reused'],
  },
  getKey: {
    method: 'GET',
    path: '/v1/keys/{keyId}',
    summary: 'Get an API key',
    description: 'What it may do, when it was last used, and whether it is valid. Never the key itself.',
    scope: 'admin',
    replies: { 200: ApiKey },
    errors: [],
  },
  rotateKey: {
    method: 'POST',
    path: '/v1/keys/{keyId}/rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same settings and the same lifetime, counted ' +
      'from now. The new key is shown only once. The old key stays valid for an hour, so that you can give its users the new one.',
    scope: 'admin',
    replies: { 201: CreatedKey },
    errors: ['unsupported_media_type', 'key_ended'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/{keyId}',
    summary: 'Revoke an API key',
    description:
      'The key is refused from the next request on, and the sessions that it started end. This is final. Revoking a revoked key ' +
      'changes nothing.',
    scope: 'admin',
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
