import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import type { DatabaseTransaction } from '../postgres/database.ts';

/** Identifies a repeated request or form: a key that the sender chose, and the SHA-256 of what was requested. */
export interface Once {
  key: string;
  requestHash: Buffer;
}

/**
 * Looks up what was made under a key, in the transaction that is to make it. The same key from two senders counts as
 * two keys.
 *
 * @returns the id of what the first request made, or undefined when this is the first.
 * @throws CopydeskError `idempotency_key_in_flight` while another transaction holds the key,
 *   `idempotency_key_reused` when it was used for another request.
 */
export async function findMadeBefore(
  transaction: DatabaseTransaction,
  actor: Actor,
  once: Once | undefined,
): Promise<string | undefined> {
  if (once === undefined) return undefined;
  const key = keyOf(actor, once);
  // A lock instead of waiting on the primary key: the second of two requests is refused at once, not after the first
  // has ended.
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`made/${actor.organisationId}/${key}`}, 0)) as held
  `.execute(transaction);
  if (lock.rows[0]?.held !== true) {
    throw new CopydeskError(
      'idempotency_key_in_flight',
      'The same request is still in progress. Wait a moment and send it again.',
      { retryAfterSeconds: 1 },
    );
  }
  const found = await transaction
    .selectFrom('made_once')
    .select(['subject_id', 'request_hash'])
    .where('organisation_id', '=', actor.organisationId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  if (found.request_hash.equals(once.requestHash)) return found.subject_id;
  throw new CopydeskError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with another body or address. Use a new key for a new request.',
  );
}

/** Records what a request has made, in the transaction that makes it. Kept for 30 days. */
export async function recordMade(
  transaction: DatabaseTransaction,
  actor: Actor,
  once: Once | undefined,
  subjectId: string,
): Promise<void> {
  if (once === undefined) return;
  await transaction
    .insertInto('made_once')
    .values({
      organisation_id: actor.organisationId,
      key: keyOf(actor, once),
      request_hash: once.requestHash,
      subject_id: subjectId,
    })
    .execute();
}

function keyOf({ kind, id }: Actor, { key }: Once): string {
  return `${kind}/${id ?? ''} ${key}`;
}
