import { isCopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, type NewKey, revokeKey } from '../../src/projects/key/keys.ts';
import { listKeys } from '../../src/projects/key/read-keys.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let organisationId: string;

beforeAll(async () => {
  database = await testDatabase();
  organisationId = await defaultOrganisation(database.db);
});

afterAll(async () => await database[Symbol.asyncDispose]());

async function newKey(draft: Partial<NewKey> = {}) {
  return await createKey(database.db, { organisationId, name: 'test', scopes: ['agent:read'], ...draft });
}

test('the key itself is stored nowhere', async () => {
  const { key, token } = await newKey();
  const row = await database.db.selectFrom('api_key').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(token.slice(5, 40));
  expect(row.hash).toHaveLength(32);
  expect(key.hint).toBe(token.slice(-4));
});

test('keys are listed as they were made', async () => {
  const first = await newKey({ name: 'first' });
  const second = await newKey({ name: 'second', allowedAddresses: ['192.0.2.0/24'] });
  const keys = await listKeys(database.db, organisationId);
  expect(keys.slice(-2)).toEqual([first.key, second.key]);
});

test('revoking twice keeps the first time', async () => {
  const { key } = await newKey();
  const once = await revokeKey(database.db, { organisationId, keyId: key.id, now: new Date('2026-03-01T00:00:00Z') });
  const twice = await revokeKey(database.db, { organisationId, keyId: key.id, now: new Date('2026-03-02T00:00:00Z') });
  expect(once.revokedAt).toEqual(new Date('2026-03-01T00:00:00Z'));
  expect(twice).toEqual(once);
});

test('a key of another organisation, or one that does not exist, cannot be revoked', async () => {
  const { key } = await newKey();
  await database.db.insertInto('organisation').values({ id: 'org_other', name: 'Other' }).execute();
  for (const request of [
    { organisationId: 'org_other', keyId: key.id },
    { organisationId, keyId: 'key_none' },
  ]) {
    await expect(revokeKey(database.db, request)).rejects.toSatisfy((error) => isCopydeskError(error, 'not_found'));
  }
});

test.each([
  ['no scope', { scopes: [] }, 'invalid_request'],
  ['a bad address', { allowedAddresses: ['nowhere'] }, 'invalid_request'],
  ['an expiry in the past', { expiresAt: new Date(0) }, 'invalid_request'],
  ['an unknown project', { projectId: 'prj_0000000000000000000000' }, 'not_found'],
] as const)('%s is refused', async (_, draft, code) => {
  const refused = newKey(draft as Partial<NewKey>);
  await expect(refused).rejects.toSatisfy((error) => isCopydeskError(error, code));
});
