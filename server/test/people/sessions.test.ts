import { isCopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { createPerson, listPeople, readPerson } from '../../src/people/people.ts';
import { createSession, endOtherSessions, endSession, listSessions, readSession } from '../../src/people/sessions.ts';
import { createSignInLink, useSignInLink } from '../../src/people/sign-in-links.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let organisationId: string;
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-20T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const isInvalidToken = (error: unknown) => isCopydeskError(error, 'invalid_token');

beforeAll(async () => {
  database = await testDatabase();
  organisationId = await defaultOrganisation(database.db);
});

afterAll(async () => await database[Symbol.asyncDispose]());

test('a session identifies its person until it ends', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Ada', role: 'owner' });
  expect(await listPeople(db, organisationId)).toContainEqual(person);
  const { token } = await createSignInLink(db, person.id, { now });
  const { sessionToken } = await createSession(db, person.id, { now });
  const signedIn = { personId: person.id, organisationId, name: 'Ada', role: 'owner' };
  expect(await readSession(db, sessionToken, { now })).toEqual(signedIn);
  expect(await readSession(db, sessionToken, { now: later })).toBeUndefined();
  expect(await readSession(db, token, { now })).toBeUndefined();
  await endSession(db, sessionToken);
  expect(await readSession(db, sessionToken, { now })).toBeUndefined();
});

test('a person has joined with the first session, and the last activity is stored to the minute', async () => {
  const { db } = database;
  const { id: personId } = await createPerson(db, { organisationId, name: 'Edith' });
  const { sessionToken } = await createSession(db, personId, { now });
  await createSession(db, personId, { now: minutesLater(1) });
  const seen = async () => await readPerson(db, { organisationId, personId });
  expect(await seen()).toMatchObject({ joinedAt: now, lastSeenAt: minutesLater(1) });
  await readSession(db, sessionToken, { now: new Date(minutesLater(2).getTime() - 1) });
  await readSession(db, sessionToken, { now: minutesLater(5) });
  await expect.poll(async () => (await seen()).lastSeenAt).toEqual(minutesLater(5));
});

test('a link works once, even if ten requests use it at the same time', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Grace' });
  const { token } = await createSignInLink(db, person.id, { now });
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => useSignInLink(db, token, now)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(useSignInLink(db, token, now)).rejects.toSatisfy(isInvalidToken);
});

test('an unknown link and an expired one are refused', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Edsger' });
  const { token } = await createSignInLink(db, person.id, { now, lifetimeSeconds: 60 });
  await expect(useSignInLink(db, token, minutesLater(1))).rejects.toSatisfy(isInvalidToken);
  await expect(useSignInLink(db, 'nonsense', now)).rejects.toSatisfy(isInvalidToken);
});

test('expired links and sessions are deleted over time', async () => {
  const { db } = database;
  const person = await createPerson(db, { organisationId, name: 'Barbara' });
  await createSignInLink(db, person.id, { now });
  await createSession(db, person.id, { now });
  await createSignInLink(db, person.id, { now: later });
  await createSession(db, person.id, { now: later });
  for (const table of ['sign_in_link', 'session'] as const) {
    expect(await db.selectFrom(table).selectAll().where('person_id', '=', person.id).execute()).toHaveLength(1);
  }
});

test('other sessions can be listed and ended, one or all, but never the current one', async () => {
  const { db } = database;
  const { id } = await createPerson(db, { organisationId, name: 'Radia' });
  const begin = async (userAgent: string) =>
    (await createSession(db, id, { now, method: 'password', userAgent })).sessionToken;
  const [mine, second, third] = [await begin('mine'), await begin('second'), await begin('third')];
  const stranger = await createPerson(db, { organisationId, name: 'Somebody else' });
  const theirs = (await createSession(db, stranger.id, { now })).sessionToken;
  const listed = await listSessions(db, id, { token: mine, now });
  expect(listed.map(({ userAgent }) => userAgent).toSorted()).toEqual(['mine', 'second', 'third']);
  expect(listed.filter(({ isCurrent }) => isCurrent).map(({ userAgent }) => userAgent)).toEqual(['mine']);
  const idOf = (name: string) => listed.find(({ userAgent }) => userAgent === name)?.id ?? '';
  expect(await endOtherSessions(db, id, { token: mine, id: idOf('mine') })).toBe(0);
  expect(await endOtherSessions(db, id, { token: mine, id: idOf('second') })).toBe(1);
  expect(await readSession(db, second, { now })).toBeUndefined();
  expect(await endOtherSessions(db, id, { token: mine })).toBe(1);
  expect(await readSession(db, third, { now })).toBeUndefined();
  expect(await readSession(db, mine, { now })).toBeDefined();
  expect(await readSession(db, theirs, { now })).toBeDefined();
});
