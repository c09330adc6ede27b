import { isCopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeySession, endKeySession, readKeySession } from '../../src/projects/key/key-sessions.ts';
import { createKey, revokeKey } from '../../src/projects/key/keys.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let organisationId: string;
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-20T12:00:00Z');

beforeAll(async () => {
  database = await testDatabase();
  organisationId = await defaultOrganisation(database.db);
});

afterAll(async () => await database[Symbol.asyncDispose]());

test('the session of a key has the rights of the key, and ends with it', async () => {
  const { db } = database;
  const use = { address: '192.0.2.7', now };
  const { key } = await createKey(
    db,
    { organisationId, name: 'browser', scopes: ['agent:read'], allowedAddresses: ['192.0.2.0/24'] },
    { now },
  );
  const sessionToken = await createKeySession(db, key.id, { now });
  const other = await createKeySession(db, key.id, { now });
  expect(await readKeySession(db, sessionToken, use)).toMatchObject({ id: key.id, scopes: ['agent:read'] });
  expect(await readKeySession(db, sessionToken, { ...use, now: later })).toBeUndefined();
  const elsewhere = readKeySession(db, sessionToken, { ...use, address: '198.51.100.1' });
  await expect(elsewhere).rejects.toSatisfy((error) => isCopydeskError(error, 'address_not_allowed'));

  await endKeySession(db, other);
  expect(await readKeySession(db, other, use)).toBeUndefined();
  await revokeKey(db, { organisationId, keyId: key.id, now });
  expect(await readKeySession(db, sessionToken, use)).toBeUndefined();
});
