import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldDue, newFolder } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import { databaseProxy } from '../../support/database-proxy.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { countedIn } from '../support/counted.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase()));
afterEach(async () => await database[Symbol.asyncDispose]());

function openStore(db: TestDatabase['db']) {
  return openViewStore({
    db,
    log: { warn: () => {} },
    now: () => new Date('2026-11-21T10:00:00Z'),
    retentionMonths: 25,
    // Tests start folds themselves.
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
}

/**
 * Makes the server cancel whatever takes more than ten rows of a journal, as a timeout cancels what is too much for it.
 */
async function limitFolds(): Promise<void> {
  await sql`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 10 then raise 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return null;
    end $$`.execute(database.db);
  await sql`
    create trigger refuse_many after delete on view_journal referencing old table as gone
    for each statement execute function refuse_many()`.execute(database.db);
}

test('a fold that the server aborts is halved until it succeeds, and does not delay other projects', async () => {
  const store = openStore(database.db);
  const [busy, quiet] = [await newProjectNumber(database.db), await newProjectNumber(database.db)];
  for (let row = 0; row < 25; row += 1) await store.write(arrivalOf(busy, [viewOf({ path: '/busy' })]));
  await store.write(arrivalOf(quiet, [viewOf({ path: '/quiet' })]));
  await store.close();
  await limitFolds();
  const folder = newFolder();
  await expect(foldDue(database.db, 'all', folder)).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(await countedIn(database.db, quiet, 'day')).toEqual({ '/quiet': [1, 0] });
  let failures = 0;
  while (
    (await foldDue(database.db, 'all', folder).then(
      () => 0,
      () => 1,
    )) === 1
  )
    failures += 1;
  // 8,000, 4,000, 2,000, … 15 rows fail; 7 fit.
  expect(failures).toBe(9);
  expect(await countedIn(database.db, busy, 'day')).toEqual({ '/busy': [25, 0] });
});

test('collecting continues after silent connections, without losing or doubling acknowledged views', async () => {
  const proxy = await databaseProxy(database.connection);
  const limits = { maximumConnections: 5, statementSeconds: 1, connectSeconds: 2 };
  const db = openDatabase({ connection: proxy.connection, ...limits, applicationName: 'collect' });
  const store = openStore(db);
  const project = await newProjectNumber(database.db);
  const views = Array.from({ length: 20 }, () => viewOf({ path: '/page' }));
  expect(await store.write(arrivalOf(project, views.slice(0, 5)))).toEqual({ accepted: 5, duplicates: 0 });
  proxy.hush();
  await expect(store.write(arrivalOf(project, views))).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(await store.write(arrivalOf(project, views))).toMatchObject({ accepted: 15, duplicates: 5 });
  await store.close();
  await db.destroy();
  await proxy[Symbol.asyncDispose]();
  await foldDue(database.db, 'all');
  expect(await countedIn(database.db, project, 'day')).toEqual({ '/page': [20, 0] });
});
