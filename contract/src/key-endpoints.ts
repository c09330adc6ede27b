import { z } from 'zod';
import { bodyErrors } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { IdempotentHeaders } from './headers.ts';
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
      'The key is in this reply and never shown again: only its hash is kept. A reply that is given again, by its ' +
      'idempotency key, has the same key without it.',
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
    description: 'What it may do, when it was last used, and whether it lets in. Never the key itself.',
    scope: 'admin',
    replies: { 200: ApiKey },
    errors: [],
  },
  rotateKey: {
    method: 'POST',
    path: '/v1/keys/{keyId}/rotate',
    summary: 'Rotate an API key',
    description:
      'Makes another key with the same settings, shown this once, that lives as long as the old one was to live from ' +
      'its making on. The old one lives on for an hour, so that its users can be given the new one.',
    scope: 'admin',
    replies: { 201: CreatedKey },
    errors: ['unsupported_media_type', 'key_ended'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/{keyId}',
    summary: 'Revoke an API key',
    description:
      'It is refused from the next request on, and the sessions that it began are over. Final. Revoking a revoked key ' +
      'changes nothing.',
    scope: 'admin',
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
