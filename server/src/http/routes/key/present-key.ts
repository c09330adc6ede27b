import type { ApiKey } from '@copydesk/contract';
import { keyState } from '../../../projects/key/read-keys.ts';
import type { ApiKey as StoredKey } from '../../../projects/key/read-keys.ts';

/** Returns a key in the form of the API. */
export function presentKey({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }: StoredKey, now: Date): ApiKey {
  return {
    ...key,
    state: keyState({ expiresAt, revokedAt }, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
