import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { testWebhook } from '../../src/webhooks/deliveries.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { webhookRig } from '../webhooks/rig.ts';

test('an event is sent with a signature that the library of Standard Webhooks accepts', async () => {
  await using rig = await webhookRig();
  await using receiver = await startReceiver();
  const { id, secret } = await rig.hook(receiver.url);
  rig.start();
  const job = await rig.archivedJob();
  await expect.poll(() => receiver.received.length).toBe(1);
  const [request] = receiver.received;
  const payload = new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {});
  expect(payload).toEqual({
    type: 'job.archived',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      id: job.id,
      projectId: rig.project.id,
      status: 'archived',
      outcome: null,
      url: `https://desk.test/v2/agent/${rig.project.id}/job/${job.id}`,
      page: `https://desk.test/projects/${rig.project.id}/jobs/${job.id}`,
    },
  });
  expect(request?.path).toBe('/hook');
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Copydesk/1.2.3 (webhooks)',
    'webhook-id': expect.stringMatching(/^msg_[0-9A-Za-z]{22}$/),
  });
  await expect
    .poll(() => rig.deliveries(id))
    .toMatchObject([
      {
        id: request?.headers['webhook-id'],
        type: 'job.archived',
        jobId: job.id,
        status: 'delivered',
        nextAttemptAt: null,
      },
    ]);
  expect((await rig.deliveries(id))[0]?.attempts).toMatchObject([{ number: 1, status: 204, error: null }]);
});

test('a webhook that hangs does not delay others, and uses only its share', async () => {
  await using rig = await webhookRig();
  await using slow = await startReceiver();
  await using fast = await startReceiver();
  slow.answer = () => {};
  await rig.hook(slow.url);
  for (let count = 0; count < 6; count += 1) await rig.archivedJob();
  await rig.hook(fast.url);
  rig.start({ timeoutMilliseconds: 30_000 }, { concurrency: { total: 3, webhook: 2, project: 3 } });
  await expect.poll(() => slow.received.length).toBe(2);
  for (let count = 0; count < 6; count += 1) await rig.archivedJob();
  await expect.poll(() => fast.received.length, { timeout: 10_000 }).toBe(6);
  expect(slow.received).toHaveLength(2);
});

test('a project whose webhooks all hang does not delay others', async () => {
  await using rig = await webhookRig();
  await using slow = await startReceiver();
  await using fast = await startReceiver();
  slow.answer = () => {};
  for (let count = 0; count < 5; count += 1) await rig.hook(slow.url);
  await rig.archivedJob();
  const another = await rig.anotherProject();
  const { id } = await rig.hook(fast.url, undefined, another.id);
  rig.start({ timeoutMilliseconds: 30_000 }, { concurrency: { total: 3, webhook: 2, project: 2 } });
  await expect.poll(() => slow.received.length).toBe(2);
  await testWebhook(rig.db, { projectId: another.id, id }, new Date());
  await expect.poll(() => fast.received.length).toBe(1);
  expect(slow.received).toHaveLength(2);
});

test('a failed delivery is retried automatically', async () => {
  await using rig = await webhookRig();
  await using receiver = await startReceiver();
  receiver.answer = (_request, response) => void response.writeHead(receiver.received.length < 2 ? 500 : 200).end();
  const { id } = await rig.hook(receiver.url);
  rig.start();
  await rig.archivedJob();
  await expect.poll(async () => (await rig.deliveries(id))[0]?.attempts[0]?.status).toBe(500);
  await rig.passTime();
  await expect.poll(() => rig.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  const [first, second] = receiver.received;
  expect(second).toMatchObject({ body: first?.body, headers: { 'webhook-id': first?.headers['webhook-id'] } });
});

test('several senders on one database send each delivery once', async () => {
  await using rig = await webhookRig();
  await using receiver = await startReceiver();
  await rig.hook(receiver.url);
  for (let count = 0; count < 4; count += 1) rig.start();
  for (let count = 0; count < 20; count += 1) await rig.archivedJob();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(20);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
});

test('a stopping sender returns unfinished deliveries, and another sends them at once', async () => {
  await using rig = await webhookRig();
  await using receiver = await startReceiver();
  receiver.answer = () => {};
  const { id } = await rig.hook(receiver.url);
  const sender = rig.start({ timeoutMilliseconds: 30_000 });
  await rig.archivedJob();
  await expect.poll(() => receiver.received.length).toBe(1);
  await sender.stop();
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  rig.start();
  await expect.poll(() => rig.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: [{}, { number: 2 }] }]);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
  expect(rig.warnings).toEqual([]);
});

test('a delivery whose process was killed during the request is sent by another process', async () => {
  await using rig = await webhookRig();
  await using receiver = await startReceiver();
  receiver.answer = () => {};
  const { id } = await rig.hook(receiver.url);
  const job = await rig.archivedJob();
  const program = fileURLToPath(new URL('../webhooks/sender-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, rig.databaseUrl], { stdio: 'inherit', env: {} });
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  rig.start();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
  await expect
    .poll(() => rig.deliveries(id))
    .toMatchObject([
      {
        status: 'delivered',
        jobId: job.id,
        attempts: [{ number: 1, status: null, milliseconds: null }, { status: 204 }],
      },
    ]);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
});

test('an outcome that cannot be stored is logged as a warning, and the delivery is sent again', async () => {
  await using rig = await webhookRig();
  await using receiver = await startReceiver();
  const { id } = await rig.hook(receiver.url);
  await sql`alter table webhook_attempt add constraint no_outcome check (status is null)`.execute(rig.db);
  rig.start({}, { leaseSeconds: 1 });
  await rig.archivedJob();
  await expect.poll(() => rig.warnings.length).toBeGreaterThan(0);
  await sql`alter table webhook_attempt drop constraint no_outcome`.execute(rig.db);
  await expect.poll(() => rig.deliveries(id), { timeout: 10_000 }).toMatchObject([{ status: 'delivered' }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});
