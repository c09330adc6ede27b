import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';

/** A request that may come again: by its idempotency key, or by the hidden id of a form. */
export interface Once {
  key: string;
  /** SHA-256 of what was asked: the same key with another request is a mistake. */
  requestHash: Buffer;
}

/**
 * What a request made when it came first; undefined when it was not there yet. Nothing else may make it until the
 * transaction ends.
 *
 * @throws CopydeskError `idempotency_key_in_flight` while another transaction holds the key, `idempotency_key_reused`.
 */
export async function madeOnce(
  transaction: DatabaseTransaction,
  organisationId: string,
  { key, requestHash }: Once,
): Promise<string | undefined> {
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${organisationId}/${key}`}, 1)) as held
  `.execute(transaction);
  if (lock.rows[0]?.held !== true) {
    throw new CopydeskError(
      'idempotency_key_in_flight',
      'A request with this Idempotency-Key is still being worked on. Wait a moment and send it again.',
      { retryAfterSeconds: 1 },
    );
  }
  return await findMade(transaction, organisationId, { key, requestHash });
}

/** The same without holding the key: before work that takes its time. @throws CopydeskError `idempotency_key_reused` */
async function findMade(db: Database, organisationId: string, { key, requestHash }: Once): Promise<string | undefined> {
  const found = await db
    .selectFrom('made_once')
    .select(['subject_id', 'request_hash'])
    .where('organisation_id', '=', organisationId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  if (found.request_hash.equals(requestHash)) return found.subject_id;
  throw new CopydeskError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with another body or address. Use a new key for a new request.',
  );
}

/** Remembers what a request made, in the transaction that makes it. */
export async function rememberMade(
  transaction: DatabaseTransaction,
  organisationId: string,
  { key, requestHash, subjectId }: Once & { subjectId: string },
): Promise<void> {
  await transaction
    .insertInto('made_once')
    .values({ organisation_id: organisationId, key, request_hash: requestHash, subject_id: subjectId })
    .execute();
}

/** Two senders may choose one key; neither is told what the other has made. */
export function ofSender({ kind, id }: Actor, { key, requestHash }: Once): Once {
  return { key: `${kind}/${id ?? ''} ${key}`, requestHash };
}
