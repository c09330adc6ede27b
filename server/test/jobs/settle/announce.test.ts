import type { WebhookEvent } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { completeJob, failJob } from '../../../src/jobs/settle/settle.ts';
import type { Lease } from '../../../src/jobs/claim/lease.ts';
import { webhookRig } from '../../webhooks/rig.ts';
import type { WebhookRig } from '../../webhooks/rig.ts';
import { claim, newJob, send } from '../support.ts';

const url = 'https://hooks.example.com/';
const failure = { code: 'internal', detail: 'secret detail', retryable: true } as const;

async function ended(rig: WebhookRig, end: (lease: Lease) => Promise<unknown>): Promise<string> {
  const { id } = await newJob(rig.db, rig.project, { prompt: 'a secret prompt' });
  await end((await claim(rig.db)).lease);
  return id;
}

const fail = (rig: WebhookRig) => ended(rig, (lease) => failJob(rig.db, lease, { failure, messagesKnown: 9 }));
const complete = (rig: WebhookRig) =>
  ended(rig, async (lease) => {
    await rig.db.updateTable('job').set({ messages_read: 1 }).where('id', '=', lease.jobId).execute();
    expect(await completeJob(rig.db, lease, { prLink: null, summary: 'a secret summary' })).toBe('settled');
  });

async function stored(rig: WebhookRig) {
  return await rig.db
    .selectFrom('webhook_delivery')
    .select(['webhook_id', 'job_id', 'type', 'payload', 'attempts'])
    .orderBy('created_at')
    .execute();
}

test('each end of a job is recorded for webhooks, without any text of the job', async () => {
  await using rig = await webhookRig();
  const all = await rig.hook(url);
  const failures = await rig.hook(url, ['job.failed']);
  const jobs = [await complete(rig), await fail(rig), (await rig.archivedJob()).id];
  const deliveries = await stored(rig);
  const reported = deliveries.map((one) => `${one.webhook_id} ${one.job_id} ${one.type}`);
  expect(reported).toHaveLength(4);
  expect(new Set(reported)).toEqual(
    new Set([
      `${all.id} ${jobs[0]} job.completed`,
      `${all.id} ${jobs[1]} job.failed`,
      `${failures.id} ${jobs[1]} job.failed`,
      `${all.id} ${jobs[2]} job.archived`,
    ]),
  );
  expect(JSON.stringify(deliveries)).not.toContain('secret');
  expect(deliveries[0]?.payload).toEqual({
    type: 'job.completed',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    data: { id: jobs[0], projectId: rig.project.id, status: 'completed', outcome: 'nothing_to_do' },
  });
});

test('each end of a job is announced, and archiving it twice is announced once', async () => {
  await using rig = await webhookRig();
  await rig.hook(url);
  const jobId = await fail(rig);
  await send(rig.db, rig.project, jobId);
  await failJob(rig.db, (await claim(rig.db)).lease, { failure, messagesKnown: 9 });
  for (let time = 0; time < 2; time += 1) await archiveJob(rig.db, { projectId: rig.project.id, jobId, by: 'api' });
  const types: string[] = (await stored(rig)).map(({ type }) => type);
  expect(types).toEqual(['job.failed', 'job.failed', 'job.archived'] satisfies WebhookEvent[]);
});

test('a rejected settlement sends nothing to webhooks', async () => {
  await using rig = await webhookRig();
  await rig.hook(url);
  const jobId = await ended(rig, async (lease) => {
    await failJob(rig.db, lease, { failure, messagesKnown: 0 });
    await expect(failJob(rig.db, { ...lease, epoch: 99 }, { failure, messagesKnown: 9 })).rejects.toMatchObject({
      code: 'lease_lost',
    });
  });
  expect(jobId).toMatch(/^job_/);
  expect(await stored(rig)).toEqual([]);
});

test('webhooks of another project and disabled ones get nothing', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  await rig.db.updateTable('webhook').set({ disabled_at: new Date(), disabled_reason: 'gone' }).execute();
  const project = await rig.anotherProject();
  await rig.hook(url, undefined, project.id);
  await rig.archivedJob();
  expect(await rig.deliveries(id)).toEqual([]);
  expect(await stored(rig)).toEqual([]);
});

test('a webhook that is deleted at the same time does not delay the job', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  const deletion = await rig.db.startTransaction().execute();
  await deletion.deleteFrom('webhook').where('id', '=', id).execute();
  const archived = rig.archivedJob();
  await rig.untilBlocked();
  await deletion.commit().execute();
  expect((await archived).status).toBe('archived');
  expect(await stored(rig)).toEqual([]);
});
