import { ServerHealth } from '@copydesk/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSettings } from '../../../src/settings.ts';
import { readServerHealth } from '../../../src/wiring/health/health.ts';
import { startApi } from '../support/api.ts';

test('reports every part', async () => {
  await using api = await startApi();
  await api.newJob();
  await sql`insert into worker (id) values ('worker_of_a_test')`.execute(api.db);
  const today = new Date().toISOString().slice(0, 10);
  for (const [name, count] of [
    ['accepted', 7],
    ['duplicate', 2],
    ['dropped:not_a_page', 3],
    ['refused:quota_exceeded', 1],
  ] as const) {
    await api.db
      .insertInto('view_health')
      .values({ project_id: api.project.number, day: sql`${today}`, name, count })
      .execute();
  }
  const reply = await api.send('GET', '/v1/health');
  expect(reply.status).toBe(200);
  const health = ServerHealth.parse(reply.json);
  for (const part of [
    health.jobs,
    health.queue,
    health.workers,
    health.database,
    health.ingestion,
    health.storage,
    health.backup,
    health.versions,
  ]) {
    expect(part).toMatchObject({ found: expect.anything(), fault: null });
  }
  expect(health.queue.found).toMatchObject({ active: 1, waiting: 1, putOff: 0, oldestWaitSeconds: expect.any(Number) });
  expect(health.jobs.found).toEqual({ active: 1, completed: 0, failed: 0, archived: 0 });
  expect(health.backup.found).toEqual({ last: null });
  expect(health.ingestion.found?.lastViewAt).toBe(null);
  expect(health.workers.found).toMatchObject({ alive: 1, workers: [{ id: 'worker_of_a_test', jobs: 0 }] });
  expect(health.ingestion.found).toMatchObject({
    accepted: 7,
    duplicates: 2,
    dropped: { not_a_page: 3 },
    refused: { quota_exceeded: 1 },
  });
  expect(health.database.found?.bytes).toBeGreaterThan(1_000_000);
  expect(health.versions.found?.git).toMatch(/^\d+\.\d+/);
  const settings = health.settings.found ?? [];
  expect(settings.map(({ setting }) => setting)).toContain('People');
});

test('examines the server once for all concurrent requests', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let looks = 0;
  await using api = await startApi({
    health: async (seen) => {
      looks += 1;
      await released;
      const server = { db: api.db, settings: readSettings({}), url: 'https://desk.example.com' };
      return await readServerHealth(server, seen);
    },
  });
  const replies = Array.from({ length: 4 }, () => api.send('GET', '/v1/health'));
  // By then the earlier ones have arrived.
  for (let count = 0; count < 5; count += 1) await api.send('GET', '/v1/projects');
  expect(looks).toBe(1);
  release();
  const found = await Promise.all(replies);
  expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await api.send('GET', '/v1/health');
  expect(looks).toBe(2);
});
