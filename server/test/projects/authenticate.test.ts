import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mintKey } from '../../src/projects/key/api-key.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { authenticateKey } from '../../src/projects/key/authenticate.ts';
import { createKey, type NewKey, revokeKey } from '../../src/projects/key/keys.ts';
import { listKeys } from '../../src/projects/key/read-keys.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { createProject } from '../../src/projects/project.ts';
import { hashToken } from '../../src/secrets/token.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let organisationId: string;
const now = new Date('2026-03-01T12:00:00Z');
const use = { address: '192.0.2.7', now };

beforeAll(async () => {
  database = await testDatabase();
  organisationId = await defaultOrganisation(database.db);
});

afterAll(async () => await database[Symbol.asyncDispose]());

async function newKey(draft: Partial<NewKey> = {}) {
  return await createKey(database.db, { organisationId, name: 'test', scopes: ['agent:read'], ...draft }, { now });
}

async function authenticationError(token: string, where = use): Promise<CopydeskError> {
  const error: unknown = await authenticateKey(database.db, token, where).catch((caught: unknown) => caught);
  if (error instanceof CopydeskError) return error;
  throw new Error('The key was accepted', { cause: error });
}

test('a valid key returns its identity and its scopes', async () => {
  const { key, token } = await newKey({ scopes: ['agent:read', 'agent:write', 'agent:read'] });
  expect(await authenticateKey(database.db, token, use)).toEqual({
    id: key.id,
    name: 'test',
    organisationId,
    projectId: null,
    scopes: ['agent:read', 'agent:write'],
  });
});

test('a key of a project returns the id of the project', async () => {
  const where = { repositoryKind: 'path', repository: '/srv/docs.git', ref: 'main' } as const;
  const project = await createProject(database.db, { organisationId, name: 'Handbook', ...where });
  const { token } = await newKey({ projectId: project.id });
  expect((await authenticateKey(database.db, token, use)).projectId).toBe(project.id);
});

test('malformed, unknown, expired and revoked keys get the same refusal', async () => {
  const expired = await newKey({ expiresAt: new Date(now.getTime() + 1000) });
  const revoked = await newKey();
  await revokeKey(database.db, { organisationId, keyId: revoked.key.id, now });
  const later = { ...use, now: new Date(now.getTime() + 1000) };
  const refusals = [
    await authenticationError('desk_nonsense'),
    await authenticationError(mintKey()),
    await authenticationError(expired.token, later),
    await authenticationError(revoked.token),
  ];
  expect(new Set(refusals.map((refusal) => refusal.code))).toEqual(new Set(['invalid_token']));
  expect(new Set(refusals.map((refusal) => refusal.message)).size).toBe(1);
});

test('a key expires after 90 days by default', async () => {
  const usual = await newKey();
  const everlasting = await newKey({ expiresAt: null });
  expect(usual.key.expiresAt).toEqual(new Date('2026-05-30T12:00:00Z'));
  const muchLater = { ...use, now: new Date('2126-03-01T12:00:00Z') };
  expect((await authenticationError(usual.token, muchLater)).code).toBe('invalid_token');
  expect((await authenticateKey(database.db, everlasting.token, muchLater)).id).toBe(everlasting.key.id);
});

test('a key is refused from addresses outside its list', async () => {
  const { key, token } = await newKey({ allowedAddresses: ['192.0.2.99/24', '2001:db8::/32', '198.51.100.1'] });
  expect(key.allowedAddresses).toEqual(['192.0.2.0/24', '2001:db8::/32', '198.51.100.1/32']);
  for (const address of ['192.0.2.7', '2001:db8::5', '198.51.100.1']) {
    expect((await authenticateKey(database.db, token, { address, now })).id).toBe(key.id);
  }
  for (const address of ['192.0.3.7', '2001:db9::5', '198.51.100.2', '']) {
    expect((await authenticationError(token, { address, now })).code).toBe('address_not_allowed');
  }
});

test('the last use of a key is stored at most once a minute', async () => {
  const { key, token } = await newKey();
  const usedAt = async () => (await listKeys(database.db, organisationId)).find(({ id }) => id === key.id)?.lastUsedAt;
  const authenticateAt = async (time: Date) => await authenticateKey(database.db, token, { ...use, now: time });
  const plus = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  await Promise.all([authenticateAt(now), authenticateAt(now), authenticateAt(now)]);
  await vi.waitUntil(async () => (await usedAt())?.getTime() === now.getTime());
  await authenticateAt(plus(59));
  await authenticateAt(plus(61));
  await vi.waitUntil(async () => (await usedAt())?.getTime() !== now.getTime());
  expect(await usedAt()).toEqual(plus(61));
});

test('a request does not wait until the use of its key is stored', async () => {
  const { key, token } = await newKey();
  await database.db.transaction().execute(async (transaction) => {
    await sql`select from api_key where id = ${key.id} for update`.execute(transaction);
    expect((await authenticateKey(database.db, token, use)).id).toBe(key.id);
  });
});

test('authentication reads one index', async () => {
  const { token } = await newKey();
  await sql`
    insert into api_key (id, organisation_id, name, hash, hint, scopes)
    select 'key_' || n, ${organisationId}, 'many', sha256(n::text::bytea), 'hint', '{ingest}'
    from generate_series(1, 5000) n`.execute(database.db);
  await sql`analyze api_key`.execute(database.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from api_key where hash = ${hashToken(token)} and revoked_at is null`.execute(database.db);
  expect(rows[0]?.['QUERY PLAN']).toContain('Index Scan using api_key_hash_key');
});

test('an unreachable database is reported as unavailable', async () => {
  const connection = { ...database.connection, host: '127.0.0.1', port: 1 };
  const db = openDatabase({ connection, maximumConnections: 1, applicationName: 'away' });
  const error: unknown = await authenticateKey(db, mintKey(), use).catch((caught: unknown) => caught);
  expect(isCopydeskError(error, 'database_unavailable')).toBe(true);
  await db.destroy();
});
