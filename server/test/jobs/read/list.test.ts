import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeJob } from '../../../src/jobs/settle/settle.ts';
import { listJobs, readJob } from '../../../src/jobs/read/read.ts';
import type { JobListing } from '../../../src/jobs/read/read.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { claim, newJob, send } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
const ids: Record<string, string> = {};
const ann = { kind: 'person' as const, id: 'per_ann', name: 'Ann' };
beforeAll(async () => {
  database = await testDatabase();
  project = await insertProject(database.db);
  const make = async (name: string, prompt: string, author?: Parameters<typeof newJob>[2]) => {
    ids[name] = (await newJob(database.db, project, { prompt, ...author })).id;
  };
  await make('path', 'Replace "log in" with "sign in" in docs/guides/setup.md', { author: ann });
  await make('cyrillic', 'Исправь ссылки, пожалуйста', { author: { kind: 'command', id: null, name: 'Command line' } });
  await make('long', `${'filler '.repeat(80)}needle`);
});
afterAll(async () => await database[Symbol.asyncDispose]());

async function found(query: Partial<JobListing>): Promise<string[]> {
  const { jobs } = await listJobs(database.db, project.id, { limit: 10, ...query });
  return jobs.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id);
}

describe('words', () => {
  test.each([
    ['setup', ['path']],
    ['SET sign', ['path']],
    ['guides/set', ['path']],
    ['setup.md missing', []],
    ['ссыл', ['cyrillic']],
    ['fil', ['long']],
    // After the first 500 characters.
    ['needle', []],
    ['!!!', []],
  ])('%j finds %j', async (q, names) => {
    expect(await found({ q })).toEqual(names);
  });

  test.each(["'", "a' | 'b", '\\', ':*', 'a & !b', '(', '<->', '\0', 'a\0b', '\ud800', '🦊', 'x'.repeat(200), '- '])(
    'the query %j is valid',
    async (q) => {
      expect(await found({ q })).toEqual([]);
    },
  );
});

test('the author filter finds only jobs of that author, or of the command line', async () => {
  expect(await found({ author: 'per_ann' })).toEqual(['path']);
  expect(await found({ author: 'command' })).toEqual(['cyrillic']);
  expect(await found({ author: 'per_ann', q: 'needle' })).toEqual([]);
});

test('a job reports its author, and the beginning of its prompt', async () => {
  expect(await readJob(database.db, project.id, ids.path ?? '')).toMatchObject({
    author: ann,
    summary: 'Replace "log in" with "sign in" in docs/guides/setup.md',
  });
  const long = await readJob(database.db, project.id, ids.long ?? '');
  expect(long).toMatchObject({ author: null });
  expect(long?.summary).toHaveLength(500);
});

test('a job has an outcome when it ends, and has none after the next message', async () => {
  const other = await insertProject(database.db);
  const { id } = await newJob(database.db, other);
  // The jobs above are waiting, too, and come first.
  let lease = (await claim(database.db)).lease;
  while (lease.jobId !== id) lease = (await claim(database.db)).lease;
  expect(await readJob(database.db, other.id, id)).toMatchObject({ outcome: null });
  await database.db.updateTable('job').set({ messages_read: 1 }).where('id', '=', id).execute();
  await completeJob(database.db, lease, { prLink: null, summary: 'Which page is meant?' });
  const outcome = { kind: 'needs_answer', text: 'Which page is meant?' };
  expect(await readJob(database.db, other.id, id)).toMatchObject({ outcome });
  expect((await send(database.db, other, id)).job).toMatchObject({ status: 'active', outcome: null });
});
