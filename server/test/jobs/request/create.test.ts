import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJob } from '../../../src/jobs/request/create.ts';
import { listEvents } from '../../../src/jobs/events.ts';
import { readQuota } from '../../../src/jobs/request/quota.ts';
import { listJobs, readJob } from '../../../src/jobs/read/read.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { jobRequest, newJob } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
beforeAll(async () => {
  database = await testDatabase();
  project = await insertProject(database.db);
});
afterAll(async () => await database[Symbol.asyncDispose]());

const hash = (text: string) => createHash('sha256').update(text).digest();

describe('creating a job', () => {
  test('stores it active, with its first message in the transcript', async () => {
    const job = await newJob(database.db, project, { prompt: '  exactly "this"\n' });
    expect(job).toMatchObject({
      status: 'active',
      prLink: null,
      archivedAt: null,
      error: null,
      source: { repository: 'https://git.example.com/docs.git', ref: `copydesk/${job.id}` },
    });
    expect(await readJob(database.db, project.id, job.id)).toEqual(job);
    const { events } = await listEvents(database.db, job.id, { after: 0, limit: 10 });
    expect(events).toMatchObject([
      { sequence: 1, type: 'message', data: { position: 0, prompt: '  exactly "this"\n' } },
    ]);
  });

  test('a job can be read only through its own project', async () => {
    const job = await newJob(database.db, project);
    const other = await insertProject(database.db);
    expect(await readJob(database.db, other.id, job.id)).toBeUndefined();
  });

  test('fifty concurrent requests with the same idempotency key create one job', async () => {
    const idempotency = { key: 'once', requestHash: hash('a') };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => createJob(database.db, { ...jobRequest(project), idempotency })),
    );
    const accepted = outcomes.filter((outcome) => outcome.status === 'fulfilled').map((outcome) => outcome.value);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason);
    expect(new Set(accepted.map(({ job }) => job.id)).size).toBe(1);
    expect(accepted.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const error of refused) expect(error).toMatchObject({ code: 'idempotency_key_in_flight' });
    const replay = await createJob(database.db, { ...jobRequest(project), idempotency });
    expect(replay).toMatchObject({ replayed: true, job: { id: accepted[0]?.job.id } });
  });

  test('a key that was used for another body is refused', async () => {
    const key = 'another';
    await createJob(database.db, { ...jobRequest(project), idempotency: { key, requestHash: hash('a') } });
    const second = createJob(database.db, { ...jobRequest(project), idempotency: { key, requestHash: hash('b') } });
    await expect(second).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('a quota is counted exactly, costs nothing when refused or replayed, and reports when to come back', async () => {
    const owner = await insertProject(database.db);
    const now = new Date('2026-05-05T10:59:30Z');
    const request = { ...jobRequest(owner), quota: { perHour: 3 }, now };
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => createJob(database.db, request)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
      code: 'quota_exceeded',
      retryAfterSeconds: 30,
    });
    const state = await readQuota(database.db, owner.id, 'create', { perHour: 3, now });
    expect(state).toEqual({ limit: 3, remaining: 0, resetsInSeconds: 30 });
    const nextHour = { ...request, now: new Date('2026-05-05T11:00:00Z') };
    await expect(createJob(database.db, nextHour)).resolves.toMatchObject({ replayed: false });
    expect((await listJobs(database.db, owner.id, { limit: 10 })).jobs).toHaveLength(4);
  });
});

describe('listing jobs', () => {
  test('returns pages from newest to oldest without gaps or duplicates, even while jobs are created', async () => {
    const owner = await insertProject(database.db);
    const created: string[] = [];
    for (let minute = 0; minute < 7; minute += 1) {
      const job = await newJob(database.db, owner, { now: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
      created.unshift(job.id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listJobs(database.db, owner.id, { limit: 3, cursor });
      seen.push(...page.jobs.map((job) => job.id));
      cursor = page.nextCursor ?? undefined;
      await newJob(database.db, owner);
    } while (cursor !== undefined);
    expect(seen).toEqual(created);
  });

  test('rejects a cursor that no page returned', async () => {
    const bad = listJobs(database.db, project.id, { limit: 3, cursor: 'bm9uc2Vuc2U' });
    await expect(bad).rejects.toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'cursor' }] });
  });
});
