import { createHash } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';

/** The nonces of signatures that were valid, each with the request that had it. */
export interface Nonces {
  /**
   * Whether a nonce is used for the first time, or again for the very same request: a sender may have told of that twice.
   *
   * @param request its address and time.
   */
  isOwn(used: { keyId: string; nonce: string; request: string }): boolean;
}

/** Some 15 MB. A signature lives for a day at most, and of known signers few are met. */
const remembered = 100_000;

/** Remembers what this process has seen; another one has its own. */
export function openNonces(): Nonces {
  const requests = new BoundedMap<string, string>(remembered);
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
