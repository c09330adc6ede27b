import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { listEvents } from '../../../src/jobs/events.ts';
import { recordStep } from '../../../src/jobs/run/record-step.ts';
import type { Lease } from '../../../src/jobs/claim/lease.ts';
import { releaseJob } from '../../../src/jobs/claim/release.ts';
import type { Release } from '../../../src/jobs/claim/release.ts';
import { failJob } from '../../../src/jobs/settle/settle.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { claim, claimNext, newJob, send, stepEntry } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
beforeAll(async () => {
  database = await testDatabase();
  project = await insertProject(database.db);
});
afterAll(async () => await database[Symbol.asyncDispose]());

const away = { code: 'repository_unreachable', detail: 'The host answers 500.', toldSeconds: 0 } as const;
const retry: Release = { afterSeconds: 60, counts: 'retry', because: away };

async function row(jobId: string) {
  return await database.db
    .selectFrom('job')
    .select(['attempts', 'retries', 'waiting', 'waiting_since', 'not_before', 'budget_start', 'steps'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
}

/** Makes the job due now and leases it. */
async function claimAgain(jobId: string): Promise<Lease> {
  await database.db
    .updateTable('job')
    .set({ not_before: new Date(0) })
    .where('id', '=', jobId)
    .execute();
  return (await claim(database.db)).lease;
}

async function events(jobId: string) {
  const { events: list } = await listEvents(database.db, jobId, { after: 0, limit: 100 });
  return list.filter((event) => event.type === 'put_off');
}

/** Leaves no active job at the end of a test, so that the next test claims its own. */
const archive = async (jobId: string) =>
  await archiveJob(database.db, { projectId: project.id, jobId, by: 'operator' });

describe('a job that is released with a delay', () => {
  test('is not leased before the delay ends, and counts as a retry, not as a crash', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await releaseJob(database.db, lease, retry);
    expect(await claimNext(database.db)).toBeUndefined();
    expect(await row(id)).toMatchObject({ attempts: 0, retries: 1, waiting: away, waiting_since: expect.any(Date) });
    await archive(id);
  });

  test('writes one transcript entry for each reason, with the time of the next try', async () => {
    const { id } = await newJob(database.db, project);
    await releaseJob(database.db, (await claim(database.db)).lease, retry);
    const { not_before: until, waiting_since: since } = await row(id);
    for (let again = 0; again < 3; again += 1) await releaseJob(database.db, await claimAgain(id), retry);
    expect((await events(id)).map(({ data }) => data)).toEqual([
      { code: away.code, detail: away.detail, until: until.toISOString() },
    ]);
    expect(await row(id)).toMatchObject({ retries: 4, waiting_since: since });
    const full = { ...away, code: 'storage_full', detail: 'No room.' } as const;
    await releaseJob(database.db, await claimAgain(id), { ...retry, because: full });
    expect((await events(id)).map(({ data }) => data.code)).toEqual(['repository_unreachable', 'storage_full']);
    await archive(id);
  });

  test('keeps its retry count when it is claimed, and resets it when it makes progress', async () => {
    const { id } = await newJob(database.db, project);
    await releaseJob(database.db, (await claim(database.db)).lease, retry);
    const lease = await claimAgain(id);
    expect(await row(id)).toMatchObject({ attempts: 1, retries: 1, waiting: away });
    await recordStep(database.db, lease, stepEntry());
    expect(await row(id)).toMatchObject({ attempts: 0, retries: 0, waiting: null, waiting_since: null });
    await releaseJob(database.db, lease, retry);
    expect(await events(id)).toHaveLength(2);
    await archive(id);
  });

  test('keeps its delay when a message arrives', async () => {
    const { id } = await newJob(database.db, project);
    await releaseJob(database.db, (await claim(database.db)).lease, retry);
    const before = await row(id);
    await send(database.db, project, id);
    expect(await row(id)).toEqual(before);
    await archive(id);
  });

  test('is not changed by a holder whose lease has ended', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await releaseJob(database.db, lease, { afterSeconds: 0, counts: 'nothing' });
    const before = await row(id);
    await releaseJob(database.db, lease, retry);
    expect(await row(id)).toEqual(before);
    expect(await events(id)).toEqual([]);
    await archive(id);
  });
});

describe('a message to a job that has failed', () => {
  test('resets the retry count and the budget', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await recordStep(database.db, lease, stepEntry());
    await releaseJob(database.db, lease, retry);
    const failure = { code: 'limit_reached', detail: 'That was all.', retryable: true } as const;
    await failJob(database.db, await claimAgain(id), { failure, messagesKnown: 1 });
    expect(await row(id)).toMatchObject({ retries: 0, waiting: null, waiting_since: null, budget_start: 0 });
    await send(database.db, project, id);
    expect(await row(id)).toMatchObject({ attempts: 0, budget_start: 1, steps: 1 });
    await archive(id);
  });

  test('keeps the remaining budget while the job is active', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await recordStep(database.db, lease, stepEntry());
    await send(database.db, project, id);
    expect(await row(id)).toMatchObject({ budget_start: 0, steps: 1 });
    await archive(id);
  });
});
