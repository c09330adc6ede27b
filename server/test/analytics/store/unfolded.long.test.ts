import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJournals } from '../../../src/analytics/store/fold/fold-lease.ts';
import { newFolder } from '../../../src/analytics/store/fold/fold.ts';
import type { Folder } from '../../../src/analytics/store/fold/fold.ts';
import { packHere } from '../../../src/analytics/store/fold/packing.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { Unfolded } from '../../../src/analytics/store/fold/unfolded.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../support/views.ts';

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase()));
afterEach(async () => await database[Symbol.asyncDispose]());

const start = 1_000_000;
const minute = 60_000;

/** Creates a project with a row in its journal, written so many seconds ago. */
async function projectWithJournal(seconds: number): Promise<number> {
  const project = await newProjectNumber(database.db);
  const limits = { foldEveryMilliseconds: 3_600_000 };
  const options = { db: database.db, log: { warn: () => {} }, now: () => new Date('2026-11-21T10:00:00Z'), limits };
  const store = openViewStore({ ...options, retentionMonths: 25 });
  await store.write(arrivalOf(project, [viewOf()]));
  await store.close();
  await sql`
    update view_journal set written_at = now() - make_interval(secs => ${seconds}) where project_id = ${project}
  `.execute(database.db);
  return project;
}

const open = (folder: Folder = newFolder()) => new Unfolded(database.db, folder);

async function unfolded(): Promise<number[]> {
  const rows = await database.db.selectFrom('view_journal').select('project_id').orderBy('project_id').execute();
  return rows.map((row) => row.project_id);
}

test("a journal of this process is checked after a minute, and others' journals are not", async () => {
  const [own, others] = [await projectWithJournal(61), await projectWithJournal(61)];
  const journals = open();
  journals.note(own, 1, start);
  await journals.fold(start + minute - 1);
  expect(await unfolded()).toEqual([own, others]);
  await journals.fold(start + minute);
  expect(await unfolded()).toEqual([others]);
});

test.each([
  [99_999, false],
  [100_000, true],
])('a fresh journal of %i bytes is due: %s', async (bytes, isDue) => {
  const project = await projectWithJournal(1);
  await sql`
    update view_journal set entries = decode(repeat('00', ${bytes}), 'hex') where project_id = ${project}
  `.execute(database.db);
  expect(await readJournals(database.db, 'due', [project])).toMatchObject([{ projectId: project, isDue }]);
});

test('a journal that another process folded meanwhile is checked again when its oldest row is a minute old', async () => {
  const project = await projectWithJournal(20);
  const journals = open();
  journals.note(project, 1, start);
  await journals.fold(start + minute);
  await sql`update view_journal set written_at = now() - interval '61 s'`.execute(database.db);
  await journals.fold(start + minute + 39_000);
  expect(await unfolded()).toEqual([project]);
  await journals.fold(start + minute + 41_000);
  expect(await unfolded()).toEqual([]);
});

test.each([
  { what: 'a thousand rows', rows: 1_000, views: 1 },
  { what: 'a batch of 15,000 views', rows: 1, views: 15_000 },
])('$what of one process make it check at once', async ({ rows, views }) => {
  const project = await projectWithJournal(61);
  const journals = open();
  for (let row = 1; row < rows; row += 1) journals.note(project, 1, start);
  await journals.fold(start);
  expect(await unfolded()).toEqual([project]);
  journals.note(project, views, start);
  await journals.fold(start);
  expect(await unfolded()).toEqual([]);
});

test('a failed fold is retried the next time, and does not delay others', async () => {
  const [failing, other] = [await projectWithJournal(61), await projectWithJournal(61)];
  let fails = true;
  const journals = open(
    newFolder(async (kind, task) => {
      if (fails) {
        fails = false;
        throw new Error('The thread has ended');
      }
      return await packHere(kind, task);
    }),
  );
  journals.note(failing, 1, start);
  journals.note(other, 1, start);
  await expect(journals.fold(start + minute)).rejects.toThrow('The thread has ended');
  expect(await unfolded()).toEqual([failing]);
  await journals.fold(start + minute + 1_000);
  expect(await unfolded()).toEqual([]);
});
