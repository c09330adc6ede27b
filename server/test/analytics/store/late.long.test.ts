import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewSource } from '../../../src/analytics/classify/reader.ts';
import { readHealth } from '../../../src/analytics/read/health.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

let database: TestDatabase;
beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());

test.each<[ViewSource, number]>([
  ['browser', 1],
  ['server', 1],
  ['import', 0],
])('a view of the previous day from the source %s adds %i to the late views', async (source, late) => {
  const { db } = database;
  const now = new Date('2026-11-21T10:00:00Z');
  const store = openViewStore({ db, log: { warn: () => {} }, now: () => now, retentionMonths: 25 });
  const projectId = await newProjectNumber(db);
  await store.write(
    arrivalOf(projectId, [viewOf({ at: now.getTime() - 86_400_000 }), viewOf({ at: now.getTime() })], { source }),
  );
  await store.close();
  const { result } = await readHealth(db, { projectId, now, retentionMonths: 25 }, { limit: 50, offset: 0 });
  expect(result.totals).toMatchObject({ accepted: 2, late });
});
