import { expect, test } from 'vitest';
import { claimJobs } from '../../../src/jobs/claim/claim.ts';
import { showPresence } from '../../../src/jobs/claim/presence.ts';
import { takeOverFromDead } from '../../../src/worker/claim/take-over.ts';
import { claim, claimNext, newJob } from '../../jobs/support.ts';
import { testDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';

const self = { machine: 'here', id: 10, started: '5' };
const isSelf = ({ id }: { id: number }) => id === self.id;

test('the jobs of a dead process are free at once, and those of other processes are not', async () => {
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

  // What the dead worker held, and another has taken since, is not touched when the dead one's row is found again.
  expect(await takeOverFromDead(db, { self, isAlive })).toBe(0);
});

test('a job that was interrupted twice at one step waits until it can run alone', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  await newJob(db, project);
  const interrupt = async (number: number): Promise<void> => {
    await showPresence(db, `wrk_${number}`, { machine: 'here', id: 20 + number, started: '1' });
    await claim(db, `wrk_${number}`);
    expect(await takeOverFromDead(db, { self, isAlive: isSelf })).toBe(1);
  };
  await interrupt(1);
  // The first time, it happens at once.
  await interrupt(2);
  expect(await claimNext(db)).toBeUndefined();
  await db
    .updateTable('job')
    .set({ not_before: new Date(0) })
    .execute();
  const beside = await newJob(db, project);
  const room = { worker: 'wrk_test', leaseSeconds: 10, most: 4, projectLimit: 1000 };
  expect((await claimJobs(db, { ...room, aloneLimit: 0 })).map(({ id }) => id)).toEqual([beside.id]);
  expect(await claimJobs(db, { ...room, aloneLimit: 1 })).toMatchObject([{ attempts: 3 }]);
});
