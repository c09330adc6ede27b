import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HostEvent } from '../host-event.ts';

/** The id of a commit, for either of git's hash functions. */
export const CommitId = z.string().regex(/^(?:[\da-f]{40}|[\da-f]{64})$/);

/**
 * Returns the event that the checks of a commit have changed. A host reports that many times for one commit; identical
 * bytes mean a webhook that was sent twice.
 */
export function checksChanged(headCommit: string, body: Buffer): HostEvent[] {
  const at = createHash('sha256').update(body).digest('hex').slice(0, 24);
  return [{ kind: 'checks_changed', headCommit, at }];
}
