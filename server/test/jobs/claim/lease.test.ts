import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { listEvents } from '../../../src/jobs/events.ts';
import { readJournal, readUnread } from '../../../src/jobs/run/journal.ts';
import { recordStep } from '../../../src/jobs/run/record-step.ts';
import { renewLeases } from '../../../src/jobs/claim/lease.ts';
import { releaseJob } from '../../../src/jobs/claim/release.ts';
import { readJob } from '../../../src/jobs/read/read.ts';
import { completeJob, failJob } from '../../../src/jobs/settle/settle.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { claim, claimNext, newJob, send, stepEntry } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
beforeEach(async () => {
  await database?.[Symbol.asyncDispose]();
  database = await testDatabase();
  project = await insertProject(database.db);
});
afterAll(async () => await database[Symbol.asyncDispose]());

const failure = { code: 'model_failed', detail: 'It did not answer.', retryable: true } as const;

async function runOutLease(jobId: string): Promise<void> {
  await sql`update job set leased_until = now() - interval '1 second' where id = ${jobId}`.execute(database.db);
}

describe('leases', () => {
  test('twenty workers at once never get the same job', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => newJob(database.db, project)));
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimNext(database.db)));
    const claimed = claims.flatMap((job) => (job === undefined ? [] : [job.id]));
    expect(claimed.sort()).toEqual(created.map((job) => job.id).sort());
  });

  test('another worker takes over an expired lease, and the first holder can write nothing more', async () => {
    const { id } = await newJob(database.db, project);
    const first = await claim(database.db, 'wrk_first');
    expect(await claimNext(database.db)).toBeUndefined();
    await runOutLease(id);
    const second = await claim(database.db, 'wrk_second');
    const lost = { code: 'lease_lost' };
    await expect(recordStep(database.db, first.lease, stepEntry())).rejects.toMatchObject(lost);
    await expect(completeJob(database.db, first.lease, { prLink: null, summary: '' })).rejects.toMatchObject(lost);
    await expect(failJob(database.db, first.lease, { failure, messagesKnown: 1 })).rejects.toMatchObject(lost);
    await releaseJob(database.db, first.lease, { afterSeconds: 0, counts: 'crash' });
    expect(await renewLeases(database.db, [first.lease, second.lease], 10)).toEqual(new Map([[id, true]]));
    expect((await readJournal(database.db, id)).steps).toEqual([]);
    await recordStep(database.db, second.lease, stepEntry());
    expect((await readJournal(database.db, id)).steps).toHaveLength(1);
  });

  test('an expired lease cannot be renewed or used to write, even if nobody else holds the job', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await runOutLease(id);
    expect(await renewLeases(database.db, [lease], 10)).toEqual(new Map());
    const lost = { code: 'lease_lost' };
    await expect(recordStep(database.db, lease, stepEntry())).rejects.toMatchObject(lost);
    await expect(completeJob(database.db, lease, { prLink: null, summary: '' })).rejects.toMatchObject(lost);
    await expect(failJob(database.db, lease, { failure, messagesKnown: 1 })).rejects.toMatchObject(lost);
    await releaseJob(database.db, lease, { afterSeconds: 3600, counts: 'nothing' });
    expect((await claim(database.db)).job.id).toBe(id);
  });

  test('a locked row stays leased and does not prevent other leases from being renewed', async () => {
    await newJob(database.db, project);
    await newJob(database.db, project);
    const [first, second] = [await claim(database.db), await claim(database.db)];
    await database.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('job').select('id').where('id', '=', first.job.id).forUpdate().execute();
      const held = await renewLeases(database.db, [first.lease, second.lease], 10);
      expect(held).toEqual(
        new Map([
          [first.job.id, false],
          [second.job.id, true],
        ]),
      );
    });
  });

  test('a step that is sent again because its answer was lost is stored once', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await recordStep(database.db, lease, stepEntry());
    await recordStep(database.db, lease, stepEntry());
    expect((await readJournal(database.db, id)).steps).toHaveLength(1);
    expect((await listEvents(database.db, id, { after: 1, limit: 10 })).events).toHaveLength(1);
  });

  test('a released job is leased again, and its attempts are counted until it makes progress', async () => {
    await newJob(database.db, project);
    const first = await claim(database.db);
    await releaseJob(database.db, first.lease, { afterSeconds: 0, counts: 'crash' });
    const second = await claim(database.db);
    expect(second.job.attempts).toBe(2);
    await recordStep(database.db, second.lease, stepEntry());
    await releaseJob(database.db, second.lease, { afterSeconds: 0, counts: 'nothing' });
    expect((await claim(database.db)).job.attempts).toBe(1);
  });

  test('a job with a delay is not leased before the delay ends', async () => {
    await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await releaseJob(database.db, lease, { afterSeconds: 3600, counts: 'crash' });
    expect(await claimNext(database.db)).toBeUndefined();
  });
});

describe('steps', () => {
  test('are stored whole, with files, read marks and transcript', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    const content = Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xff]);
    const changed = [
      { path: 'docs/a.md', content, mode: '100644' as const },
      { path: 'docs/gone.md', content: null, mode: '100644' as const },
    ];
    expect(await recordStep(database.db, lease, stepEntry({ files: { changed, undone: [] } }))).toEqual([]);
    expect(await readUnread(database.db, id)).toEqual([]);
    const files = { changed: [{ ...changed[0]!, content: Buffer.from('again') }], undone: ['docs/gone.md'] };
    await recordStep(database.db, lease, stepEntry({ number: 2, messagesRead: [], files }));
    const journal = await readJournal(database.db, id);
    expect(journal.files).toEqual([{ path: 'docs/a.md', content: Buffer.from('again'), mode: '100644' }]);
    expect(journal.steps.map((step) => step.number)).toEqual([1, 2]);
    const { events } = await listEvents(database.db, id, { after: 1, limit: 10 });
    expect(events).toMatchObject([
      { sequence: 2, type: 'step', data: { step: 1, messages: [0] } },
      { sequence: 3, type: 'step', data: { step: 2, messages: [] } },
    ]);
  });

  test('archiving stops the next step', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    const archived = await archiveJob(database.db, { projectId: project.id, jobId: id, by: 'api' });
    expect(archived).toMatchObject({ status: 'archived', archivedAt: expect.any(String) });
    await expect(recordStep(database.db, lease, stepEntry())).rejects.toMatchObject({ code: 'lease_lost' });
    const again = await archiveJob(database.db, { projectId: project.id, jobId: id, by: 'api' });
    expect(again).toEqual(archived);
    await expect(send(database.db, project, id)).rejects.toMatchObject({ code: 'job_archived' });
    expect(await claimNext(database.db)).toBeUndefined();
  });
});

describe('settling', () => {
  test('a message that arrives before completion keeps the job active and leased', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await recordStep(database.db, lease, stepEntry());
    await send(database.db, project, id);
    const prLink = 'https://host.example.com/1';
    expect(await completeJob(database.db, lease, { prLink, summary: '' })).toBe('unread');
    expect(await readJob(database.db, project.id, id)).toMatchObject({ status: 'active', prLink: null });
    await recordStep(database.db, lease, stepEntry({ number: 2, messagesRead: [1] }));
    expect(await completeJob(database.db, lease, { prLink, summary: '' })).toBe('settled');
    expect(await readJob(database.db, project.id, id)).toMatchObject({ status: 'completed', prLink });
  });

  test('settling a job ends its lease, so that late writes of the holder do not affect later turns', async () => {
    for (const settle of ['complete', 'fail'] as const) {
      const { id } = await newJob(database.db, project);
      const { lease } = await claim(database.db);
      await recordStep(database.db, lease, stepEntry());
      if (settle === 'complete') await completeJob(database.db, lease, { prLink: null, summary: '' });
      else await failJob(database.db, lease, { failure, messagesKnown: 1 });
      await send(database.db, project, id);
      expect(await renewLeases(database.db, [lease], 10)).toEqual(new Map());
      expect((await claim(database.db)).job.id).toBe(id);
    }
  });

  test('a message that races with completion is never left unread, in a hundred rounds', async () => {
    for (let round = 0; round < 100; round += 1) {
      const { id } = await newJob(database.db, project);
      const { lease } = await claim(database.db);
      await recordStep(database.db, lease, stepEntry());
      const [settlement] = await Promise.all([
        completeJob(database.db, lease, { prLink: null, summary: '' }),
        send(database.db, project, id),
      ]);
      expect(await readJob(database.db, project.id, id)).toMatchObject({ status: 'active' });
      // Either the worker still has the lease and continues, or the job is settled and anybody may lease it again.
      const next = settlement === 'unread' ? lease : (await claim(database.db)).lease;
      await recordStep(database.db, next, stepEntry({ number: 2, messagesRead: [1] }));
      expect(await completeJob(database.db, next, { prLink: null, summary: '' })).toBe('settled');
    }
  });

  test('archiving that races with completion always ends in an archived job', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { id } = await newJob(database.db, project);
      const { lease } = await claim(database.db);
      await recordStep(database.db, lease, stepEntry());
      const [completion, archive] = await Promise.allSettled([
        completeJob(database.db, lease, { prLink: null, summary: '' }),
        archiveJob(database.db, { projectId: project.id, jobId: id, by: 'api' }),
      ]);
      expect(archive).toMatchObject({ status: 'fulfilled', value: { status: 'archived' } });
      const refusal = completion.status === 'rejected' ? completion.reason : { code: 'none' };
      expect(['none', 'lease_lost']).toContain(refusal.code);
      const job = await readJob(database.db, project.id, id);
      expect(job).toMatchObject({ status: 'archived' });
    }
  });

  test('a failed job reports its reason, and becomes active again with a message', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    expect(await failJob(database.db, lease, { failure, messagesKnown: 1 })).toBe('settled');
    expect(await readJob(database.db, project.id, id)).toMatchObject({ status: 'failed', error: failure });
    const { job } = await send(database.db, project, id);
    expect(job).toMatchObject({ status: 'active', error: null });
    expect(await readUnread(database.db, id)).toHaveLength(2);
  });

  test('a refusal is stored with the message that it answers', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await failJob(database.db, lease, { failure, messagesKnown: 1, refusal: stepEntry({ finishReason: 'error' }) });
    expect(await readUnread(database.db, id)).toEqual([]);
    expect((await readJournal(database.db, id)).steps).toHaveLength(1);
  });

  test('a message that arrived after the turn last read messages is handled before the job fails', async () => {
    const { id } = await newJob(database.db, project);
    const { lease } = await claim(database.db);
    await send(database.db, project, id);
    expect(await failJob(database.db, lease, { failure, messagesKnown: 1 })).toBe('unread');
    expect(await readJob(database.db, project.id, id)).toMatchObject({ status: 'active' });
  });
});

describe('messages', () => {
  test('twenty may wait, the next is refused, and their order is that of their acceptance', async () => {
    const { id } = await newJob(database.db, project);
    for (let count = 1; count < 20; count += 1) await send(database.db, project, id, `message ${count}`);
    await expect(send(database.db, project, id)).rejects.toMatchObject({ code: 'too_many_messages' });
    const unread = await readUnread(database.db, id);
    expect(unread.map((message) => message.position)).toEqual(Array.from({ length: 20 }, (_, place) => place));
    expect(unread.at(-1)?.prompt).toBe('message 19');
  });

  test('many at once get positions without gap or double', async () => {
    const { id } = await newJob(database.db, project);
    await Promise.all(Array.from({ length: 15 }, () => send(database.db, project, id)));
    const unread = await readUnread(database.db, id);
    expect(unread.map((message) => message.position)).toEqual(Array.from({ length: 16 }, (_, place) => place));
  });

  test('a message to a missing job is rejected as not found', async () => {
    const missing = send(database.db, project, 'job_00000000000000000000000000');
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  });
});
