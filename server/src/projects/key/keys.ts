import { CopydeskError, Scope } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { mintKey } from './api-key.ts';
import { newKeyId } from '../identifiers.ts';
import { parseNetworks } from './networks.ts';
import { findProject } from '../project.ts';
import { isKeyOf, keyColumns, noSuchKey, presentKey } from './read-keys.ts';
import type { ApiKey, KeyQuery } from './read-keys.ts';
import { hashToken } from '../../secrets/token.ts';
import { ensureTestOrganisation, ensureTestProject, isTestOrganisation } from '../test-mode.ts';

export { authenticateKey } from './authenticate.ts';

export interface NewKey {
  organisationId: string;
  name: string;
  /** At least one. */
  scopes: Scope[];
  projectId?: string | null;
  /**
   * A key of test mode. Its organisation is the test twin of the one above; its project, the test project of the one
   * above.
   */
  test?: boolean;
  /** Null for a key that never expires; 90 days from now when absent. */
  expiresAt?: Date | null;
  /** Addresses or CIDR blocks; any address when empty or absent. */
  allowedAddresses?: string[];
  createdBy?: string;
}

const defaultLifetimeDays = 90;

/**
 * Creates a key. Its token is returned only here, because only its hash is stored.
 * @throws CopydeskError `invalid_request` for no scope, a bad address or an expiry in the past; `not_found` for a
 *   project of another organisation.
 */
export async function createKey(
  db: Database,
  draft: NewKey,
  { now = new Date() }: { now?: Date } = {},
): Promise<{ key: ApiKey; token: string }> {
  const { name } = draft;
  const expiresAt = draft.expiresAt === undefined ? addDays(now, defaultLifetimeDays) : draft.expiresAt;
  const networks = parseNetworks(draft.allowedAddresses ?? []);
  checkScopes(draft.scopes);
  checkExpiry(expiresAt, now);
  const { organisationId, projectId } = await placeOf(db, draft);
  const token = mintKey(undefined, isTestOrganisation(organisationId) ? 'test' : 'live');
  const row = await db
    .insertInto('api_key')
    .values({
      id: newKeyId(),
      organisation_id: organisationId,
      project_id: projectId,
      name,
      hash: hashToken(token),
      hint: token.slice(-4),
      scopes: [...new Set(draft.scopes)],
      // network() removes the host part after the prefix, as in 10.1.2.3/8, which cidr would refuse.
      allowed_addresses: sql<string[]>`
        (select array_agg(network(address::inet)) from unnest(${networks}::text[]) as address)`,
      created_at: now,
      expires_at: expiresAt,
      created_by: draft.createdBy ?? '',
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow();
  return { key: presentKey(row), token };
}

/** Returns the organisation and project that a key gives access to. @throws CopydeskError `not_found` */
async function placeOf(
  db: Database,
  { organisationId, projectId = null, test = false }: NewKey,
): Promise<{ organisationId: string; projectId: string | null }> {
  const isTest = test || isTestOrganisation(organisationId);
  const place = isTest ? await ensureTestOrganisation(db, organisationId) : organisationId;
  if (projectId === null) return { organisationId: place, projectId };
  const found = isTest
    ? await ensureTestProject(db, { organisationId, projectId })
    : await findProject(db, { organisationId, projectId });
  if (found !== undefined) return { organisationId: place, projectId: found.id };
  throw new CopydeskError('not_found', `There is no project ${projectId}. "copydesk project list" shows them all.`);
}

/**
 * Revokes a key from the next request on. Revoking a revoked key changes nothing and returns it.
 * @throws CopydeskError `not_found`
 */
export async function revokeKey(
  db: Database,
  { now = new Date(), ...query }: KeyQuery & { now?: Date },
): Promise<ApiKey> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now})` })
    .where(isKeyOf(query))
    .returning(keyColumns)
    .executeTakeFirst();
  if (row !== undefined) return presentKey(row);
  throw noSuchKey();
}

/** Revokes all keys that are bound to a project. */
export async function revokeKeysOf(transaction: DatabaseTransaction, projectId: string): Promise<void> {
  await transaction
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .execute();
}

function checkScopes(scopes: Scope[]): void {
  if (scopes.length > 0) return;
  throw new CopydeskError('invalid_request', `A key needs at least one scope of ${Scope.options.join(', ')}.`, {
    errors: [{ pointer: '/scopes', detail: 'must not be empty' }],
  });
}

function checkExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new CopydeskError('invalid_request', `The key would have expired at ${expiresAt.toISOString()} already.`, {
    errors: [{ pointer: '/expiresAt', detail: 'must be in the future' }],
  });
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 24 * 60 * 60 * 1000);
}
