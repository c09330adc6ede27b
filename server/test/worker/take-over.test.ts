import { expect, test } from 'vitest';
import { showPresence } from '../../src/jobs/presence.ts';
import { takeOverFromDead } from '../../src/worker/take-over.ts';
import { claim, claimNext, newJob } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

const self = { machine: 'here', id: 10, started: '5' };

test('the jobs of a process that is gone are free at once, those of others are not', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  const workers = [
    { id: 'wrk_dead', process: { machine: 'here', id: 11, started: '1' } },
    { id: 'wrk_alive', process: { machine: 'here', id: 12, started: '1' } },
    { id: 'wrk_elsewhere', process: { machine: 'there', id: 11, started: '1' } },
  ];
  const jobs = new Map<string, string>();
  for (const worker of workers) {
    await showPresence(db, worker.id, worker.process);
    await newJob(db, project);
    jobs.set(worker.id, (await claim(db, worker.id)).job.id);
  }
  const isAlive = ({ id }: { id: number }) => id === 12 || id === self.id;
  await showPresence(db, 'wrk_self', self);

  expect(await takeOverFromDead(db, { self, isAlive })).toBe(1);
  expect((await claimNext(db, 'wrk_self'))?.id).toBe(jobs.get('wrk_dead'));
  expect(await claimNext(db, 'wrk_self')).toBeUndefined();
  const known = await db.selectFrom('worker').select('id').orderBy('id').execute();
  expect(known.map(({ id }) => id)).toEqual(['wrk_alive', 'wrk_elsewhere', 'wrk_self']);

  // What the dead one held and another has taken since is not touched when its row is found again.
  expect(await takeOverFromDead(db, { self, isAlive })).toBe(0);
});
