import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSalts } from '../../../src/analytics/collect/salts.ts';
import { forgetOldViews } from '../../../src/analytics/store/retention.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const dayMilliseconds = 86_400_000;
/** 2026-11-21, in days since 1970. */
const today = Date.UTC(2026, 10, 21) / dayMilliseconds;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => await database[Symbol.asyncDispose]());

test('a project has one salt a day, in every process', async () => {
  const processes = Array.from({ length: 8 }, () => openSalts(database.db));
  const salts = await Promise.all(processes.map(async (one) => await one.saltOf(1, today)));
  expect(salts[0]).toHaveLength(32);
  for (const salt of salts) expect(salt).toEqual(salts[0]);
});

test('each project and each day has its own', async () => {
  const salts = openSalts(database.db);
  const three = [await salts.saltOf(1, today), await salts.saltOf(2, today), await salts.saltOf(1, today - 1)];
  expect(new Set(three.map((salt) => salt.toString('hex'))).size).toBe(3);
});

test('a salt is read once, and then kept in memory', async () => {
  const salts = openSalts(database.db);
  const [one, other] = [salts.saltOf(1, today), salts.saltOf(1, today)];
  expect(other).toBe(one);
  expect(salts.saltOf(1, today)).toBe(one);
  expect(await one).toBe(salts.saltOf(1, today));
});

test('a salt is deleted after two days', async () => {
  const salts = openSalts(database.db);
  const [yesterday, before] = [await salts.saltOf(1, today - 1), await salts.saltOf(1, today - 2)];
  await salts.saltOf(1, today);
  await forgetOldViews(database.db, new Date(today * dayMilliseconds));
  // Another process knows only what is stored.
  const other = openSalts(database.db);
  expect(await other.saltOf(1, today - 1)).toEqual(yesterday);
  expect(await other.saltOf(1, today - 2)).not.toEqual(before);
});

test('a salt that could not be read is read again', async () => {
  const answers = [new Error('away'), Buffer.alloc(32, 7)];
  const salts = openSalts(database.db, () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? Buffer.alloc(32);
  });
  await expect(salts.saltOf(1, today)).rejects.toThrow('away');
  expect(await salts.saltOf(1, today)).toEqual(Buffer.alloc(32, 7));
});
