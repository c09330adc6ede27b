import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { distribute, planDistribution } from '../../../src/analytics/cluster/distribute.ts';
import { foldDue } from '../../../src/analytics/store/fold/fold.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import { undistributedDatabase } from '../../support/citus.ts';
import { countedIn } from '../support/counted.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

const cluster = inject('cluster');
const now = new Date('2026-11-21T10:00:00Z');

test.runIf(cluster !== undefined)(
  'tables are distributed while views arrive, and every view that was stored counts once',
  { timeout: 600_000 },
  async () => {
    if (cluster === undefined) return;
    await using connection = await undistributedDatabase(cluster);
    const db = openDatabase({ connection, maximumConnections: 10, applicationName: 'test' });
    const long = openDatabase({ connection, maximumConnections: 1, statementSeconds: 600, applicationName: 'test' });
    const projects = [await newProjectNumber(db), await newProjectNumber(db), await newProjectNumber(db)];
    const options = { db, log: { warn: () => {} }, now: () => now, retentionMonths: 25 };
    const store = openViewStore(options);
    const counts = projects.map(() => 0);
    const done = new AbortController();
    const writing = projects.map(async (project, place) => {
      while (!done.signal.aborted) {
        const view = viewOf();
        // Whatever happened to the first attempt, the view is sent again until it is known to be stored.
        for (let stored = false; !stored;)
          stored = await store.write(arrivalOf(project, [view])).then(succeeded, failed);
        counts[place] = (counts[place] ?? 0) + 1;
      }
    });
    const tables: string[] = [];
    const how = { shards: 2, locked: false, now, onTable: (name: string) => void tables.push(name) };
    await distribute(long, how);
    done.abort();
    await Promise.all(writing);
    await store.close();
    await foldDue(db, 'all');
    const days = await Promise.all(projects.map(async (project) => await countedIn(db, project, 'day')));
    const ids = await sql`select 1 from view_event_id`.execute(db);
    const again = await distribute(long, how);
    const plan = await planDistribution(db);
    await long.destroy();
    await db.destroy();
    expect(days).toEqual(counts.map((count) => ({ '/': [count, 0] })));
    expect(ids.rows).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    expect([tables[0], tables.at(-1)]).toEqual(['view_site', 'view']);
    expect([again.isDone, plan.isDone, plan.tables]).toEqual([true, true, []]);
  },
);

const succeeded = () => true;
const failed = () => false;
