import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

test('only four keys of one caller are looked up at a time, and other callers do not wait for them', async () => {
  await using api = await startApi();
  const [one, another] = [await api.newKey(), await api.newKey()];
  const path = `/v2/agent/${api.project.id}/jobs`;
  const send = async (key: string, count: number) =>
    await Promise.all(Array.from({ length: count }, async () => (await api.send('GET', path, { key })).status));
  const answered = await api.db.transaction().execute(async (transaction) => {
    await sql`lock table api_key in access exclusive mode`.execute(transaction);
    const many = send(one, 12);
    await expect.poll(async () => await waitingForLock(api)).toBe(4);
    const few = send(another, 2);
    await expect.poll(async () => await waitingForLock(api)).toBe(6);
    return { many, few };
  });
  expect(new Set(await answered.many)).toEqual(new Set([200]));
  expect(new Set(await answered.few)).toEqual(new Set([200]));
});

test('a refused request frees its turn', async () => {
  await using api = await startApi();
  const path = `/v2/agent/${api.project.id}/jobs`;
  const statuses = Array.from({ length: 40 }, async () => (await api.send('GET', path, { key: 'wrong' })).status);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([401]));
  expect((await api.send('GET', path, { key: null })).status).toBe(401);
});

async function waitingForLock({ db }: TestApi): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
