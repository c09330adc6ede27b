import { CopydeskError, KeyId, Scope } from '@copydesk/contract';
import type { KeyState } from '@copydesk/contract';
import { sql } from 'kysely';
import type { ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, Schema } from '../../postgres/database.ts';
import { findNamed } from '../../postgres/find-named.ts';
import type { NameWanted } from '../../postgres/find-named.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';
import { organisationsOfKeys } from '../test-mode.ts';
import { checkCursor } from '../../postgres/statements/cursor.ts';

/** An API key without its secret. */
export interface ApiKey {
  id: string;
  name: string;
  /** The last four characters of the key, to tell keys apart. */
  hint: string;
  /** Whether it is a key of test mode, `desk_test_…`. */
  test: boolean;
  scopes: Scope[];
  /** The one project that the key is bound to (for a test key, the live project); null for all of the organisation. */
  projectId: string | null;
  /** CIDR blocks that it may be used from; null for any address. */
  allowedAddresses: string[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** Exact to a minute. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** The name of the person who created it; '' when it is unknown. */
  createdBy: string;
  /** The id of the key that replaces it. */
  rotatedTo: string | null;
}

/** Identifies a key within what the caller may see. */
export interface KeyQuery {
  organisationId: string;
  keyId: string;
  /** The one project whose keys the caller may see; null or absent for all. */
  boundTo?: string | null;
}

/** Reads a key of an organisation. @throws CopydeskError `not_found` */
export async function readKey(db: Database, query: KeyQuery): Promise<ApiKey> {
  const row = await db.selectFrom('api_key').select(keyColumns).where(isKeyOf(query)).executeTakeFirst();
  if (row !== undefined) return presentKey(row);
  throw noSuchKey();
}

/** Lists all keys of an organisation, including revoked and expired ones, oldest first. */
export async function listKeys(db: Database, organisationId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('organisation_id', 'in', organisationsOfKeys(organisationId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(presentKey);
}

/** Finds keys by name, including revoked and expired ones. Those with exactly the same spelling come first. */
export async function findKeysNamed(db: Database, wanted: NameWanted): Promise<Pick<ApiKey, 'id' | 'name'>[]> {
  return await findNamed(db, 'api_key', wanted);
}

/** Which keys to list, and how many. */
export interface KeyPage {
  organisationId: string;
  boundTo: string | null;
  state?: KeyState;
  limit: number;
  /** The cursor of the previous page. */
  cursor?: string;
  now: Date;
}

/**
 * Lists a page of keys, newest first. The cursor is the last key of the previous page, and stays right when keys are
 * created in the meantime.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function listKeyPage(
  db: Database,
  { organisationId, boundTo, state, limit, cursor, now }: KeyPage,
): Promise<{ keys: ApiKey[]; nextCursor: string | null }> {
  const after = checkCursor(cursor, KeyId);
  const rows = await db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('organisation_id', 'in', organisationsOfKeys(organisationId))
    .$if(boundTo !== null, (query) => query.where(isBoundTo(boundTo ?? '')))
    .$if(state !== undefined, (query) => query.where((where) => hasState(where, state, now)))
    .$if(after !== undefined, (query) =>
      query.where((where) => {
        const last = where.selectFrom('api_key as last').where('last.id', '=', after ?? '');
        const place = last
          .where('last.organisation_id', 'in', organisationsOfKeys(organisationId))
          .$if(boundTo !== null, (one) => one.where(isBoundTo(boundTo ?? '', 'last')))
          .select(['last.created_at', 'last.id'])
          .$asTuple('created_at', 'id');
        return where(where.refTuple('created_at', 'id'), '<', place);
      }),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { keys: shown.map(presentKey), nextCursor: hasMore ? last.id : null };
}

/** Returns whether a key is valid, revoked or expired. */
export function keyState({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

type KeyExpressions = ExpressionBuilder<Schema, 'api_key'>;

/** Returns the condition of {@link keyState}, as SQL. */
function hasState(where: KeyExpressions, state: KeyState | undefined, now: Date) {
  if (state === 'revoked') return where('revoked_at', 'is not', null);
  const expiry =
    state === 'expired'
      ? where('expires_at', '<=', now)
      : where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]);
  return where.and([where('revoked_at', 'is', null), expiry]);
}

/** Returns the condition that selects one key within what the caller may see. */
export function isKeyOf({ organisationId, keyId, boundTo = null }: KeyQuery) {
  return (where: KeyExpressions) =>
    where.and([
      where('id', '=', keyId),
      where('organisation_id', 'in', organisationsOfKeys(organisationId)),
      ...(boundTo === null ? [] : [isBoundTo(boundTo)]),
    ]);
}

/** Returns the condition that a key is for a project, or for its test project. */
function isBoundTo(projectId: string, table = 'api_key') {
  const column = sql.ref(`${table}.project_id`);
  return sql<SqlBool>`(${column} = ${projectId} or ${column} in (select id from project where test_of = ${projectId}))`;
}

/** A key that does not exist and one that may not be seen get the same error. */
export function noSuchKey(): CopydeskError {
  return new CopydeskError(
    'not_found',
    'There is no API key with this id. "copydesk key list" shows them all; their ids begin with key_.',
  );
}

export const keyColumns = [
  'id',
  'name',
  'hint',
  isOfTestMode('api_key.organisation_id').as('test'),
  'scopes',
  sql<
    string | null
  >`coalesce((select test_of from project where project.id = api_key.project_id), api_key.project_id)`.as('projectId'),
  'allowed_addresses as allowedAddresses',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
  'revoked_at as revokedAt',
  'created_by as createdBy',
  'rotated_to as rotatedTo',
] as const;

export function presentKey(row: Omit<ApiKey, 'scopes'> & { scopes: string[] }): ApiKey {
  return { ...row, scopes: Scope.array().parse(row.scopes) };
}
