import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readViews } from '../../../src/analytics/read/page/views.ts';
import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import { foldAll, foldDue, lockRollups, newFolder } from '../../../src/analytics/store/fold/fold.ts';
import { PackThread } from '../../../src/analytics/store/pack-thread.ts';
import { packHere } from '../../../src/analytics/store/fold/packing.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { everythingCounted } from '../support/everything-counted.ts';
import { Random } from '../support/random.ts';
import { randomViews } from '../support/random-views.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

const now = new Date('2026-11-21T10:00:00Z');
const period = { from: Date.parse('2026-09-20'), to: now.getTime() };
/** Limits as if the fifty pages were a million: slices of a few pages, and much data beside them. */
const tiny = { slice: 400, small: 60, atOnce: 600 };

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase()));
afterEach(async () => await database[Symbol.asyncDispose]());

function openStore() {
  return openViewStore({
    db: database.db,
    log: { warn: () => {} },
    now: () => now,
    retentionMonths: 25,
    // Tests start folds themselves.
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
}

const readTotal = async (projectId: number): Promise<number> => {
  const site = { projectId, now, retentionMonths: 25 };
  return (await readViews(database.db, site, { limit: 1, offset: 0 })).result.totals.total;
};

/** Ends a random connection of the folders: any, or one within a transaction. @returns whether there was one. */
async function killAny(random: Random, which: 'any' | 'in transaction'): Promise<boolean> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'folder'
      and (${which === 'any'} or state <> 'idle' and xact_start < query_start) order by pid
  `.execute(database.db);
  if (rows.length === 0) return false;
  await sql`select pg_terminate_backend(${random.pick(rows).pid}::int)`.execute(database.db);
  return true;
}

async function countRows(project: number) {
  const { rows } = await sql<{ slices: number; recent: number; largest: number }>`
    select count(*) filter (where first > 0)::int as slices, count(*) filter (where recent)::int as recent,
      max(octet_length(pages || hours || kinds || missing || referrers || surfaces))::int as largest
    from view_rollup where project_id = ${project}
  `.execute(database.db);
  return rows[0];
}

/** Stored views that a list of pages shows. */
const listedOf = (views: readonly CountedView[]): number =>
  views.filter(({ found, reader }) => found && reader.verdict.class !== 'bot').length;

/**
 * Folds continuously in several folders, some of which are killed. Readers never see too much or too little. Views are
 * written until some folds have failed.
 * @returns the views that were written, and how often each thing happened.
 */
async function foldAtRandom(project: number, folders: number, random: Random) {
  const counts = { sent: 0, stored: 0 };
  const done = new AbortController();
  const store = openStore();
  const views: CountedView[] = [];
  const waiting: CountedView[] = [];
  let [kills, folds, failures] = [0, 0, 0];
  const write = async (): Promise<void> => {
    while (views.length < 4_000 || (Math.min(kills, folds, failures) < 4 && views.length < 40_000)) {
      if (waiting.length === 0) waiting.push(...randomViews(random, 4_000, period));
      const next = waiting.splice(0, random.between(1, 60));
      views.push(...next);
      counts.sent += listedOf(next);
      await store.write(arrivalOf(project, next));
      counts.stored += listedOf(next);
    }
    done.abort();
  };
  const fold = async (place: number): Promise<void> => {
    const { connection } = database;
    const db = openDatabase({ connection, maximumConnections: 2, applicationName: 'folder' });
    const packing = new PackThread();
    // Half of them pack in a separate thread.
    const folder = newFolder(place % 2 === 0 ? packing.pack : undefined, tiny);
    while (!done.signal.aborted) {
      await foldDue(db, 'all', folder).then(
        () => (folds += 1),
        () => (failures += 1),
      );
      await setTimeout(random.between(0, 30));
    }
    await packing.close();
    await db.destroy();
  };
  const kill = async (): Promise<void> => {
    while (!done.signal.aborted) {
      await setTimeout(random.between(5, 40));
      const which = random.pick(['any', 'in transaction', 'in transaction'] as const);
      while (!done.signal.aborted && !(await killAny(random, which))) await setTimeout(1);
      kills += 1;
    }
  };
  const read = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const least = counts.stored;
      const total = await readTotal(project);
      expect(total).toBeGreaterThanOrEqual(least);
      expect(total).toBeLessThanOrEqual(counts.sent);
    }
  };
  await Promise.all([write(), ...Array.from({ length: folders }, (_, place) => fold(place)), kill(), read()]);
  await store.close();
  return { views, kills, folds, failures };
}

test.each([2, 4])(
  'random folds by %i folders, some of them killed, give the same result as one fold',
  async (folders) => {
    const random = new Random(folders);
    const [project, plain] = [await newProjectNumber(database.db), await newProjectNumber(database.db)];
    const { views, kills, folds, failures } = await foldAtRandom(project, folders, random);
    expect(Math.min(kills, folds, failures)).toBeGreaterThan(3);
    const store = openStore();
    await store.write(arrivalOf(plain, views));
    await store.close();
    // The lease of a killed folder may not have expired.
    await sql`delete from view_fold`.execute(database.db);
    await foldDue(database.db, 'all', newFolder(undefined, tiny));
    expect(await countRows(project)).toMatchObject({ slices: expect.toSatisfy((slices) => slices > 20) });
    await database.db.transaction().execute(async (transaction) => {
      await lockRollups(transaction, project);
      await foldAll(transaction, project);
    });
    expect(await countRows(project)).toMatchObject({
      recent: 0,
      largest: expect.toSatisfy((bytes) => bytes <= tiny.slice),
    });
    expect(await everythingCounted(database.db, project, '2026-09-20')).toEqual(
      await everythingCounted(database.db, plain, '2026-09-20'),
    );
  },
  60_000,
);

test('one process folds a project, and another one does when the lease of a dead process expires', async () => {
  const project = await newProjectNumber(database.db);
  const store = openStore();
  await store.write(arrivalOf(project, [viewOf()]));
  await store.close();
  const dead = newFolder().id;
  const unfolded = async () =>
    (await database.db.selectFrom('view_journal').select('views').where('project_id', '=', project).execute()).length;
  await sql`
    insert into view_fold (project_id, folder, leased_at, leased_until)
    values (${project}, ${dead}, now(), now() + interval '20 s')
  `.execute(database.db);
  await foldDue(database.db, 'all');
  expect(await unfolded()).toBe(1);
  expect(await readTotal(project)).toBe(1);
  await sql`update view_fold set leased_until = now() where project_id = ${project}`.execute(database.db);
  await foldDue(database.db, 'all');
  expect(await unfolded()).toBe(0);
  expect(await readTotal(project)).toBe(1);
});

test('a project that another process leases meanwhile is left to that process', async () => {
  const [first, second] = [await newProjectNumber(database.db), await newProjectNumber(database.db)];
  const store = openStore();
  for (const project of [first, second]) await store.write(arrivalOf(project, [viewOf()]));
  await store.close();
  const slow = newFolder(async (kind, task) => {
    await sql`
      insert into view_fold (project_id, folder, leased_at, leased_until)
      values (${second}, ${newFolder().id}, now(), now() + interval '20 s') on conflict do nothing
    `.execute(database.db);
    return await packHere(kind, task);
  });
  await foldDue(database.db, 'all', slow);
  const left = await database.db.selectFrom('view_journal').select('project_id').execute();
  expect(left.map(({ project_id: project }) => project)).toEqual([second]);
});

test('a journal is folded after a minute, or when it is large', async () => {
  const [young, old, large] = [
    await newProjectNumber(database.db),
    await newProjectNumber(database.db),
    await newProjectNumber(database.db),
  ];
  const store = openStore();
  for (const project of [young, old, large]) await store.write(arrivalOf(project, [viewOf()]));
  await store.close();
  await sql`update view_journal set written_at = now() - interval '61 s' where project_id = ${old}`.execute(
    database.db,
  );
  await sql`
    insert into view_journal (project_id, first_day, last_day, views, entries)
    select project_id, first_day, last_day, 0, '' from view_journal, generate_series(1, 10000) where project_id = ${large}
  `.execute(database.db);
  await foldDue(database.db);
  const left = await database.db.selectFrom('view_journal').select('project_id').distinct().execute();
  expect(left.map(({ project_id: project }) => project)).toEqual([young]);
});
