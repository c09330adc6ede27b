import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HostEvent } from '../host-event.ts';

/** The id of a commit, whichever hash the repository uses. */
export const CommitId = z.string().regex(/^(?:[\da-f]{40}|[\da-f]{64})$/);

/**
 * That checks of a commit have changed. A host tells that many times of one commit; the same bytes again are a webhook that was
 * sent twice.
 */
export function checksChanged(headCommit: string, body: Buffer): HostEvent[] {
  const at = createHash('sha256').update(body).digest('hex').slice(0, 24);
  return [{ kind: 'checks_changed', headCommit, at }];
}
