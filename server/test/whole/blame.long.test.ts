import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { newJob } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import { testFolder, testRepository } from '../support/git-repository.ts';
import { insertProject } from '../support/project.ts';
import { startWorkers } from './blame/workers.ts';

// A busy machine is slow.
vi.setConfig({ testTimeout: 400_000 });

async function world() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const repository = stack.use(await testRepository({ bare: true }));
  await repository.commit({ 'docs/index.md': '# Welcome\n' });
  const folder = stack.use(await testFolder());
  const project = await insertProject(database.db, { repository: repository.path });
  const environment = {
    DATABASE_URL: database.url,
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    COPYDESK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    COPYDESK_PROJECT_CONCURRENCY: '50',
    COPYDESK_LOG_LEVEL: 'silent',
  };
  const create = async (prompt: string) => (await newJob(database.db, project, { prompt, model: 'test/deadly' })).id;
  return { db: database.db, environment, create, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function jobs(db: Database) {
  return db.selectFrom('job').select(['id', 'status', 'error', 'attempts']).execute();
}

async function untilSettled(db: Database): Promise<void> {
  while ((await jobs(db)).some(({ status }) => status === 'active')) await setTimeout(200);
}

test('a job that kills its process each time fails, and the jobs beside it complete', async () => {
  await using at = await world();
  const guilty = await at.create('Kill your process');
  for (let number = 0; number < 5; number += 1) await at.create('Look around');
  await using workers = startWorkers(1, at.environment);
  await untilSettled(at.db);
  const rows = await jobs(at.db);
  expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(5);
  expect(rows.find(({ id }) => id === guilty)).toMatchObject({
    status: 'failed',
    error: {
      code: 'internal',
      detail: expect.stringMatching(/interrupted 5 times at the same step while it ran alone.*was killed \(SIGKILL\)/),
    },
  });
  // Two workers, while the job shared a process with others; afterwards only the job's own process.
  expect(workers.ends).toEqual(['SIGKILL', 'SIGKILL']);
});

test('twenty jobs complete although workers are killed eight times', async () => {
  await using at = await world();
  for (let number = 0; number < 20; number += 1) await at.create('Look slowly');
  await using workers = startWorkers(3, at.environment);
  while (!(await jobs(at.db)).some(({ attempts }) => attempts > 0)) await setTimeout(50);
  while (workers.ends.length < 8) {
    workers.kill();
    await setTimeout(500);
  }
  await untilSettled(at.db);
  expect((await jobs(at.db)).filter(({ status }) => status === 'completed')).toHaveLength(20);
});
