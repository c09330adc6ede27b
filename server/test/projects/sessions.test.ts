import { isCopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeySession, endKeySession, readKeySession } from '../../src/projects/key-sessions.ts';
import { createKey, revokeKey } from '../../src/projects/keys.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import {
  createPerson,
  createSignInLink,
  endSession,
  listPeople,
  readSession,
  redeemSignInLink,
} from '../../src/people/people.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let organisationId: string;
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-20T12:00:00Z');
const isInvalidToken = (error: unknown) => isCopydeskError(error, 'invalid_token');

beforeAll(async () => {
  database = await testDatabase();
  organisationId = await defaultOrganisation(database.db);
});

afterAll(async () => await database[Symbol.asyncDispose]());

test('a link signs a person in', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Ada', role: 'owner' });
  expect(await listPeople(db, organisationId)).toContainEqual(person);
  const { token } = await createSignInLink(db, person.id, { now });
  const { sessionToken } = await redeemSignInLink(db, token, { now });
  const signedIn = { personId: person.id, organisationId, name: 'Ada', role: 'owner' };
  expect(await readSession(db, sessionToken, { now })).toEqual(signedIn);
  expect(await readSession(db, sessionToken, { now: later })).toBeUndefined();
  expect(await readSession(db, token, { now })).toBeUndefined();
  await endSession(db, sessionToken);
  expect(await readSession(db, sessionToken, { now })).toBeUndefined();
});

test('a link works once, also when ten try at once', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Grace' });
  const { token } = await createSignInLink(db, person.id, { now });
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => redeemSignInLink(db, token, { now })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(redeemSignInLink(db, token, { now })).rejects.toSatisfy(isInvalidToken);
});

test('an unknown link and an expired one are refused', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Edsger' });
  const { token } = await createSignInLink(db, person.id, { now, lifetimeSeconds: 60 });
  const afterwards = new Date(now.getTime() + 60_000);
  await expect(redeemSignInLink(db, token, { now: afterwards })).rejects.toSatisfy(isInvalidToken);
  await expect(redeemSignInLink(db, 'nonsense', { now })).rejects.toSatisfy(isInvalidToken);
});

test('what has expired is deleted by and by', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Barbara' });
  const { token } = await createSignInLink(db, person.id, { now });
  await redeemSignInLink(db, token, { now });
  const again = await createSignInLink(db, person.id, { now: later });
  await redeemSignInLink(db, again.token, { now: later });
  for (const table of ['sign_in_link', 'session'] as const) {
    expect(await db.selectFrom(table).selectAll().where('person_id', '=', person.id).execute()).toHaveLength(1);
  }
});

test("a key's session is the key, and ends with it", async () => {
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
