import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';

/** An `Idempotency-Key` with the SHA-256 of the request: the endpoint, the job and the body. */
export interface Idempotency {
  key: string;
  requestHash: Buffer;
}

/**
 * Looks the key up, in the transaction that will accept the request.
 *
 * @returns the id of the job that was the result of the first request with this key, or undefined when this is the
 *   first.
 * @throws CopydeskError `idempotency_key_in_flight` while another transaction holds the key, `idempotency_key_reused`
 *   when it was used for another request.
 */
export async function findAccepted(
  transaction: DatabaseTransaction,
  projectId: string,
  idempotency: Idempotency,
): Promise<string | undefined> {
  // A lock rather than the wait on the primary key: the second of two requests fails at once, not after the first.
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${projectId}/${idempotency.key}`}, 0)) as held
  `.execute(transaction);
  if (lock.rows[0]?.held !== true) {
    throw new CopydeskError(
      'idempotency_key_in_flight',
      'A request with this Idempotency-Key is still in progress. Wait a moment and send it again.',
      { retryAfterSeconds: 1 },
    );
  }
  const found = await transaction
    .selectFrom('idempotency_key')
    .select(['job_id', 'request_hash'])
    .where('project_id', '=', projectId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  if (!found.request_hash.equals(idempotency.requestHash)) {
    throw new CopydeskError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another body or address. Use a new key for a new request.',
    );
  }
  return found.job_id;
}

/** Stores an accepted request, in the transaction that accepts it. Kept for 30 days. */
export async function storeAccepted(
  transaction: DatabaseTransaction,
  projectId: string,
  jobId: string,
  idempotency: Idempotency,
): Promise<void> {
  await transaction
    .insertInto('idempotency_key')
    .values({
      project_id: projectId,
      key: idempotency.key,
      request_hash: idempotency.requestHash,
      job_id: jobId,
    })
    .execute();
}
