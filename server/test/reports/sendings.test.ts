import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  claimSending,
  endFailed,
  endLateSendings,
  endSent,
  periodsToSend,
  planSendings,
} from '../../src/reports/sendings.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

/** A Monday, which is also the first day of a month. */
const monday = Date.parse('2026-06-01T00:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

let database: TestDatabase;
let projectId: string;
beforeEach(async () => {
  database = await testDatabase();
  projectId = (await insertProject(database.db)).id;
  await set({ report_periods: ['week'], report_recipients: ['ada@example.com', 'bob@example.com'] });
});
afterEach(async () => await database[Symbol.asyncDispose]());

const set = async (change: { report_periods?: string[]; report_recipients?: string[] }) =>
  await database.db.updateTable('project').set(change).execute();

async function plan(at: number): Promise<void> {
  await planSendings(database.db, { ...askedAt(at) });
}

const askedAt = (at: number) => ({
  periods: periodsToSend(new Date(at)),
  channels: ['webhook', 'email'] as const,
  now: new Date(at),
});

const claim = async (at: number) => await claimSending(database.db, askedAt(at));

async function rows() {
  return await database.db
    .selectFrom('report_sending')
    .select(['recipient', 'attempts', 'sent_at', 'given_up_at', 'next_attempt_at', 'reason'])
    .orderBy('recipient')
    .execute();
}

const toSendAt = (moment: number) =>
  periodsToSend(new Date(moment)).map(({ period, from }) => [period, new Date(from).toISOString().slice(0, 10)]);

test('a week and a month are due once their last views have arrived, for seven days', () => {
  expect(toSendAt(monday + 9 * minute)).toEqual([]);
  const both = [
    ['week', '2026-05-25'],
    ['month', '2026-05-01'],
  ];
  expect(toSendAt(monday + 10 * minute)).toEqual(both);
  expect(toSendAt(monday + 7 * day - 1)).toEqual(both);
  expect(toSendAt(monday + 7 * day + 10 * minute)).toEqual([['week', '2026-06-01']]);
});

test('each recipient is claimed once, by one of many workers, and not again after sending', async () => {
  const at = monday + 10 * minute;
  await Promise.all([plan(at), plan(at), plan(at)]);
  const claims = await Promise.all([claim(at), claim(at), claim(at), claim(at)]);
  const claimed = claims.filter((one) => one !== undefined);
  expect(claimed.map(({ recipient }) => recipient).sort()).toEqual(['ada@example.com', 'bob@example.com']);
  for (const one of claimed) expect(await endSent(database.db, one, new Date(at))).toBe(true);
  await plan(at + day);
  expect(await claim(at + day)).toBeUndefined();
  expect((await rows()).map(({ attempts, sent_at }) => [attempts, sent_at])).toEqual([
    [1, new Date(at)],
    [1, new Date(at)],
  ]);
});

test('after a kill another worker claims the sending, and a late result of the first one is ignored', async () => {
  await set({ report_recipients: ['ada@example.com'] });
  const at = monday + day;
  await plan(at);
  const first = await claim(at);
  expect(await claim(at + 4 * minute)).toBeUndefined();
  const second = await claim(at + 6 * minute);
  expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
  if (first === undefined || second === undefined) throw new Error('Nothing was claimed');
  expect(await endSent(database.db, first, new Date(at))).toBe(false);
  await endFailed(database.db, first, { reason: 'late', pauseSeconds: undefined, now: new Date(at) });
  expect(await endSent(database.db, second, new Date(at))).toBe(true);
  expect(await rows()).toMatchObject([{ attempts: 2, reason: null, given_up_at: null }]);
});

test('a failed sending waits for its pause and keeps its reason, and the last failure gives it up', async () => {
  await set({ report_recipients: ['ada@example.com'] });
  const at = monday + day;
  await plan(at);
  const first = await claim(at);
  if (first === undefined) throw new Error('Nothing was claimed');
  await endFailed(database.db, first, { reason: 'away', pauseSeconds: 300, now: new Date(at) });
  expect(await claim(at + 299_000)).toBeUndefined();
  const second = await claim(at + 300_000);
  if (second === undefined) throw new Error('Nothing was claimed');
  expect(second.attempt).toBe(2);
  await endFailed(database.db, second, { reason: 'refused', pauseSeconds: undefined, now: new Date(at) });
  expect(await claim(at + 2 * day)).toBeUndefined();
  expect(await rows()).toMatchObject([{ reason: 'refused', given_up_at: new Date(at), sent_at: null }]);
});

test('a report that the project no longer wants is not sent, and is given up after a week', async () => {
  const at = monday + day;
  await plan(at);
  await set({ report_recipients: ['bob@example.com'] });
  const claimed = await claim(at);
  expect(claimed?.recipient).toBe('bob@example.com');
  await set({ report_periods: [] });
  expect(await claim(at + day)).toBeUndefined();
  const week = monday + 7 * day + 20 * minute;
  await endLateSendings(database.db, periodsToSend(new Date(week)), new Date(week));
  expect((await rows()).map(({ next_attempt_at, reason }) => [next_attempt_at, reason])).toEqual([
    [null, 'It could not be sent within a week.'],
    [null, 'It could not be sent within a week.'],
  ]);
});

test('a deleted project, or one of the test mode, gets no reports', async () => {
  const { organisation_id: test_of } = await database.db
    .selectFrom('project')
    .select('organisation_id')
    .executeTakeFirstOrThrow();
  const organisation = { id: `test_${test_of}`, name: 'Test', test_of };
  await database.db.insertInto('organisation').values(organisation).execute();
  await insertProject(database.db, { organisationId: organisation.id });
  await set({ report_periods: ['week'], report_recipients: ['ada@example.com'] });
  const deleted = database.db.updateTable('project').set({ deleted_at: new Date(monday) });
  await deleted.where('id', '=', projectId).execute();
  await plan(monday + day);
  expect(await rows()).toEqual([]);
});
