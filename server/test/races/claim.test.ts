import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimNext } from '../jobs/support.ts';
import { workerRig } from '../worker/rig.ts';
import { replacer, untilWaiting } from './support.ts';

test('two workers that claim at once: each job is held by one of them', async () => {
  await using rig = await workerRig(replacer);
  const { id } = await rig.create('Acme Cloud -> Acme Platform');
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const barrier = rig.db.transaction().execute(async (transaction) => {
    // Reads go on, so that all three see that a job is due.
    await sql`lock table job in exclusive mode`.execute(transaction);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const claims = Promise.all(['wrk_one', 'wrk_two', 'wrk_three'].map((worker) => claimNext(rig.db, worker)));
  await untilWaiting(rig.db, 3);
  release.resolve();
  await barrier;
  const got = (await claims).filter((job) => job !== undefined);
  expect(got.map((job) => [job.id, job.epoch])).toEqual([[id, 1]]);
  const row = await rig.db.selectFrom('job').select(['epoch', 'attempts']).executeTakeFirstOrThrow();
  expect(row).toEqual({ epoch: 1, attempts: 1 });
});
