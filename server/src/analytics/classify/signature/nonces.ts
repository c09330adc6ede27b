import { createHash } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';

/** The nonces of valid signatures, each with the request that used it. */
export interface Nonces {
  /**
   * Returns whether a nonce is used for the first time, or again for the very same request: a sender may report that
   * request twice.
   *
   * @param request its address and time.
   */
  isOwn(used: { keyId: string; nonce: string; request: string }): boolean;
}

/** Takes some 15 MB. A signature lives for a day at most, and few known signers send requests. */
const maximumNonces = 100_000;

/** Remembers the nonces that this process has seen; each process has its own. */
export function openNonces(): Nonces {
  const requests = new BoundedMap<string, string>(maximumNonces);
  return {
    isOwn({ keyId, nonce, request }) {
      const key = digestOf(`${keyId}\n${nonce}`);
      const own = digestOf(request);
      const before = requests.get(key);
      if (before === undefined) requests.set(key, own);
      return before === undefined || before === own;
    },
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
