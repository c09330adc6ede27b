import type { Client } from '@copydesk/client';
import type { ApiKey as ApiKeyOfServer } from '@copydesk/client';
import { CopydeskError } from '@copydesk/contract/errors';
import type { KeyServices } from '../operator/keys.ts';
import type { ApiKey } from '../projects/key/read-keys.ts';
import { readAll } from './read-all.ts';

/** The key commands over HTTP: with a key of the scope `admin`. */
export function keyServices(desk: Client): KeyServices {
  const read = async (keyId: string): Promise<ApiKey> =>
    presentHere(await desk.get('/v1/keys/{keyId}', { path: { keyId } }));
  return {
    async createKey({ expiresAt, ...draft }) {
      const idempotencyKey = crypto.randomUUID();
      const body = { ...draft, expiresAt: expiresAt?.toISOString() ?? null };
      return keyWithToken(await desk.post('/v1/keys', { body, idempotencyKey }));
    },
    async listKeys() {
      const keys = await readAll(
        async (cursor) => await desk.get('/v1/keys', { query: { limit: 100, cursor } }),
        (page) => page.keys,
      );
      // The command shows the oldest first, the order of the local database.
      return keys.map(presentHere).toReversed();
    },
    async revokeKey(keyId) {
      await desk.delete('/v1/keys/{keyId}', { path: { keyId } });
      return await read(keyId);
    },
    async rotateKey(keyId) {
      const made = keyWithToken(await desk.post('/v1/keys/{keyId}/rotate', { path: { keyId } }));
      return { ...made, old: await read(keyId) };
    },
  };
}

function keyWithToken({ key, ...made }: ApiKeyOfServer & { key: string | null }): { key: ApiKey; token: string } {
  if (key !== null) return { key: presentHere(made), token: key };
  throw new CopydeskError(
    'internal',
    `The server created the key ${made.id}, but the answer with the key itself was lost. Revoke it and create another.`,
  );
}

function presentHere({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }: ApiKeyOfServer): ApiKey {
  return {
    ...key,
    createdAt: new Date(createdAt),
    expiresAt: dateOf(expiresAt),
    lastUsedAt: dateOf(lastUsedAt),
    revokedAt: dateOf(revokedAt),
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
