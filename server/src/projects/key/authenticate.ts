import { CopydeskError, Scope } from '@copydesk/contract';
import { type SqlBool, sql } from 'kysely';
import { type Database, databaseErrors } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import { isWellFormedKey } from './api-key.ts';
import { callerAddress } from './networks.ts';
import { hashToken } from '../../secrets/token.ts';

/** Who sends the request, according to the API key. */
export interface AuthenticatedKey {
  id: string;
  name: string;
  organisationId: string;
  /** The one project that the key is bound to; null for all projects of the organisation. */
  projectId: string | null;
  scopes: Scope[];
}

/** Where and when a key is used. `address` is the caller's IP address. */
export interface KeyUse {
  address: string;
  now: Date;
}

const lastUsedExactToMilliseconds = 60_000;

/**
 * Returns the key of a token. Nothing is cached, so a revoked key is refused from the next request on. The same
 * statement refuses an unknown, expired or revoked key with the same words, so that no one learns whether a key ever
 * existed.
 * @throws CopydeskError `invalid_token`, `address_not_allowed`, `database_unavailable`
 */
export async function authenticateKey(db: Database, token: string, use: KeyUse): Promise<AuthenticatedKey> {
  if (!isWellFormedKey(token)) throw invalidToken();
  const row = await validKeys(db, use).where('hash', '=', hashToken(token)).executeTakeFirst().catch(databaseErrors);
  if (row === undefined) throw invalidToken();
  return admit(db, row, use);
}

/** Selects the keys that are valid now: the statement of every authentication. */
export function validKeys(db: Database, { address, now }: KeyUse) {
  const caller = callerAddress(address);
  return (
    db
      .selectFrom('api_key')
      .modifyFront(plannedOnce)
      .select([
        'api_key.id',
        'api_key.name',
        'organisation_id as organisationId',
        'project_id as projectId',
        'scopes',
        'last_used_at as lastUsedAt',
        sql<SqlBool>`allowed_addresses is null or coalesce(${caller}::inet <<= any (allowed_addresses), false)`.as(
          'allowed',
        ),
      ])
      .where('revoked_at', 'is', null)
      // The keys of a deleted project are invalid, also one that was created at the same moment.
      .where(sql<SqlBool>`(project_id is null or exists (
      select from project where project.id = api_key.project_id and project.deleted_at is null
    ))`)
      .where((where) => where.or([where('api_key.expires_at', 'is', null), where('api_key.expires_at', '>', now)]))
  );
}

const Scopes = Scope.array();

type ValidKey = Awaited<ReturnType<ReturnType<typeof validKeys>['executeTakeFirstOrThrow']>>;

/** @throws CopydeskError `address_not_allowed` */
export function admit(db: Database, row: ValidKey, use: KeyUse): AuthenticatedKey {
  if (!row.allowed) {
    throw new CopydeskError(
      'address_not_allowed',
      `The API key is not allowed from ${use.address}. Use it from one of its addresses, or create another key.`,
    );
  }
  noteUse(db, row, use.now);
  const { id, name, organisationId, projectId, scopes } = row;
  return { id, name, organisationId, projectId, scopes: Scopes.parse(scopes) };
}

/**
 * Writes the time of the last use, at most once a minute, without delaying the request: nothing waits for it, a
 * concurrent request skips the locked row, and a failure is left to the next request.
 */
function noteUse(db: Database, { id, lastUsedAt }: ValidKey, now: Date): void {
  const stale = new Date(now.getTime() - lastUsedExactToMilliseconds);
  if (lastUsedAt !== null && lastUsedAt > stale) return;
  void sql`
    update api_key set last_used_at = ${now} where id = (
      select id from api_key
      where id = ${id} and (last_used_at is null or last_used_at <= ${stale})
      for no key update skip locked
    )`
    .execute(db)
    .catch(() => {});
}

function invalidToken(): CopydeskError {
  return new CopydeskError(
    'invalid_token',
    'The API key is not valid: it is mistyped, unknown, expired or revoked. Create one with "copydesk key create".',
  );
}
