import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { openDatabase } from '../../../src/postgres/database.ts';
import { startEmbedded } from '../../../src/postgres/embedded/embedded.ts';
import { migrate } from '../../../src/postgres/migrate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

/** Uses its own server, so that its log has no other test's entries. */
test('concurrent duplicates are counted once, without an error in the database’s log', async () => {
  await using folder = await temporaryFolder();
  const server = await startEmbedded({ directory: folder.path, log: { info: () => {}, warn: () => {} } });
  const db = openDatabase({ connection: server.connection, maximumConnections: 10, applicationName: 'test' });
  await migrate(db);
  const project = await newProjectNumber(db);
  const options = { db, log: { warn: () => {} }, now: () => new Date('2026-11-21T10:00:00Z'), retentionMonths: 25 };
  const stores = Array.from({ length: 4 }, () => openViewStore(options));
  let accepted = 0;
  for (let round = 0; round < 20; round += 1) {
    const views = Array.from({ length: 5 }, () => viewOf());
    // Each batch also has a new view, so that a part of a failed statement must not remain.
    const stored = await Promise.all(
      stores.map(async (store) => await store.write(arrivalOf(project, [...views, viewOf()]))),
    );
    accepted += stored.reduce((sum, one) => sum + one.accepted, 0);
  }
  for (const store of stores) await store.close();
  const raw = await db.selectFrom('view').select(db.fn.countAll().as('views')).executeTakeFirstOrThrow();
  const ids = await db.selectFrom('view_event_id').select(db.fn.countAll().as('ids')).executeTakeFirstOrThrow();
  await db.destroy();
  await server.stop();
  expect([accepted, raw.views, ids.ids]).toEqual([20 * 9, 20 * 9, 20 * 9]);
  expect(await readFile(path.join(folder.path, 'postgres/server.log'), 'utf8')).not.toContain('ERROR');
});
