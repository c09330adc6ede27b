import { expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../webhooks/receiver.ts';
import { webhookRig } from '../webhooks/rig.ts';

test('what happens is sent, signed so that the library of Standard Webhooks takes it', async () => {
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
      url: `https://desk.test/v2/agent/${rig.project.id}/job/${job.id}`,
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
