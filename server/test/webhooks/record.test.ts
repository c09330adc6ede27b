import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimDelivery, releaseDelivery } from '../../src/webhooks/claim.ts';
import { forgetOldDeliveries, redeliver } from '../../src/webhooks/deliveries.ts';
import { recordOutcome } from '../../src/webhooks/record.ts';
import { deleteWebhook, enableWebhook, readWebhook } from '../../src/webhooks/webhook.ts';
import { webhookRig } from './rig.ts';
import type { WebhookRig } from './rig.ts';

const url = 'http://127.0.0.1:1/';
const free = { leaseSeconds: 30, busy: { webhooks: [], projects: [] } };
const failed = { result: 'failed', status: 500, error: 'It failed', milliseconds: 3 } as const;
const delivered = { result: 'delivered', status: 200, error: null, milliseconds: 3 } as const;
const gone = { ...failed, result: 'gone', status: 410 } as const;

async function claim({ db }: WebhookRig) {
  const delivery = await claimDelivery(db, free);
  if (delivery === undefined) throw new Error('Nothing was due');
  return delivery;
}

/** Returns the seconds until the next attempt, by the database's clock. */
async function secondsLeft({ db }: WebhookRig, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select(sql<number | null>`round(extract(epoch from next_attempt_at - now()))::integer`.as('left'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.left;
}

test('a failed delivery is attempted ten times by the schedule, and each attempt is logged', async () => {
  await using rig = await webhookRig();
  const { id: webhookId } = await rig.hook(url);
  await rig.archivedJob();
  const left: (number | null)[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const delivery = await claim(rig);
    expect(delivery.attempt).toBe(attempt);
    await recordOutcome(rig.db, delivery, failed, 0);
    left.push(await secondsLeft(rig, delivery.id));
    expect(await claimDelivery(rig.db, free)).toBeUndefined();
    await rig.passTime();
  }
  expect(left.slice(0, 3)).toEqual([5, 300, 1_800]);
  expect(left.slice(8)).toEqual([86_400, null]);
  const [delivery] = await rig.deliveries(webhookId);
  expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(delivery?.attempts.map(({ number, status, error }) => [number, status, error])).toEqual(
    Array.from({ length: 10 }, (_, index) => [index + 1, 500, 'It failed']),
  );
});

test('the pause that a receiver asks for is kept', async () => {
  await using rig = await webhookRig();
  await rig.hook(url);
  await rig.archivedJob();
  const delivery = await claim(rig);
  await recordOutcome(rig.db, delivery, { ...failed, status: 429, retryAfterSeconds: 90 }, 0);
  expect(await secondsLeft(rig, delivery.id)).toBe(90);
});

test('410 disables the webhook, gives up waiting deliveries, and stops new ones', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  await rig.archivedJob();
  await rig.archivedJob();
  await recordOutcome(rig.db, await claim(rig), gone, 0);
  expect(await readWebhook(rig.db, rig.project.id, id)).toMatchObject({
    disabledReason: 'gone',
    disabledAt: expect.stringMatching(/Z$/),
  });
  await rig.archivedJob();
  expect((await rig.deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(await claimDelivery(rig.db, free)).toBeUndefined();

  expect(await enableWebhook(rig.db, rig.project.id, id)).toMatchObject({ disabledAt: null, failingSince: null });
  await rig.archivedJob();
  expect(await rig.deliveries(id)).toMatchObject([{ status: 'pending' }, { status: 'failed' }, { status: 'failed' }]);
});

test('five days of failures only disable a webhook, and a success restarts the count', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  const failingFor = async (days: number) =>
    await rig.db
      .updateTable('webhook')
      .set({ failing_since: sql<Date>`now() - make_interval(days => ${days})` })
      .execute();
  const attempt = async (outcome: typeof failed | typeof delivered) => {
    await rig.archivedJob();
    await recordOutcome(rig.db, await claim(rig), outcome, 0);
    await rig.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: sql<Date>`now() + interval '1 day'` })
      .where('next_attempt_at', 'is not', null)
      .execute();
    return await readWebhook(rig.db, rig.project.id, id);
  };
  expect(await attempt(failed)).toMatchObject({ failingSince: expect.stringMatching(/Z$/), disabledAt: null });
  await failingFor(4);
  expect(await attempt(failed)).toMatchObject({ disabledAt: null });
  await failingFor(6);
  expect(await attempt(delivered)).toMatchObject({ failingSince: null, disabledAt: null });
  expect(await attempt(failed)).toMatchObject({ disabledAt: null });
  await failingFor(6);
  expect(await attempt(failed)).toMatchObject({ disabledReason: 'failing' });
});

test('a killed attempt is followed by another with the same id; a late result of the first is ignored', async () => {
  await using rig = await webhookRig();
  const { id: webhookId } = await rig.hook(url);
  await rig.archivedJob();
  const first = await claim(rig);
  expect(await claimDelivery(rig.db, free)).toBeUndefined();
  await rig.db
    .updateTable('webhook_delivery')
    .set({ leased_until: sql<Date>`now() - interval '1 second'` })
    .execute();
  const second = await claim(rig);
  expect(second).toEqual({ ...first, attempt: 2 });

  await recordOutcome(rig.db, first, gone, 0);
  expect(await rig.deliveries(webhookId)).toMatchObject([
    { status: 'pending', attempts: [{ status: 410 }, { number: 2, status: null, milliseconds: null }] },
  ]);
  expect(await readWebhook(rig.db, rig.project.id, webhookId)).toMatchObject({ disabledAt: null, failingSince: null });
  await recordOutcome(rig.db, second, delivered, 0);
  await recordOutcome(rig.db, first, failed, 0);
  expect(await rig.deliveries(webhookId)).toMatchObject([{ status: 'delivered', nextAttemptAt: null }]);
});

test('a released delivery can be claimed at once', async () => {
  await using rig = await webhookRig();
  await rig.hook(url);
  await rig.archivedJob();
  const first = await claim(rig);
  await releaseDelivery(rig.db, first);
  expect((await claim(rig)).id).toBe(first.id);
  // It has been claimed by then.
  await releaseDelivery(rig.db, first);
  expect(await claimDelivery(rig.db, free)).toBeUndefined();
});

test('a redelivery has a new id and schedule, after any earlier result', async () => {
  await using rig = await webhookRig();
  const { id: webhookId } = await rig.hook(url);
  await rig.archivedJob();
  const first = await claim(rig);
  await recordOutcome(rig.db, first, delivered, 0);
  const asked = { webhookId, deliveryId: first.id };
  expect(await redeliver(rig.db, asked)).toMatchObject({ status: 'pending', deliveredAt: null });
  const second = await claim(rig);
  expect(second).toEqual({ ...first, attempt: 2 });
  expect(await redeliver(rig.db, asked)).toMatchObject({ status: 'pending' });
  expect(await claimDelivery(rig.db, free)).toBeUndefined();
  await recordOutcome(rig.db, second, failed, 0);
  expect(await secondsLeft(rig, first.id)).toBe(5);
  expect(await redeliver(rig.db, asked)).toMatchObject({ status: 'pending' });
  expect((await claim(rig)).attempt).toBe(3);
  expect(await redeliver(rig.db, { ...asked, webhookId: `whk_${'0'.repeat(22)}` })).toBeUndefined();
});

test('a redelivery to a disabled webhook is tried once', async () => {
  await using rig = await webhookRig();
  const { id: webhookId } = await rig.hook(url);
  await rig.archivedJob();
  const delivery = await claim(rig);
  await recordOutcome(rig.db, delivery, gone, 0);
  await redeliver(rig.db, { webhookId, deliveryId: delivery.id });
  await recordOutcome(rig.db, await claim(rig), failed, 0);
  expect(await rig.deliveries(webhookId)).toMatchObject([{ status: 'failed' }]);
});

test('deleting a webhook deletes its deliveries, even during an attempt', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  await rig.archivedJob();
  const delivery = await claim(rig);
  await deleteWebhook(rig.db, rig.project.id, id);
  await recordOutcome(rig.db, delivery, delivered, 0);
  for (const table of ['webhook', 'webhook_delivery', 'webhook_attempt'] as const) {
    expect(await rig.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test('a parallel outcome and deletion lock in the same order, and neither fails', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  await rig.archivedJob();
  const delivery = await claim(rig);
  const deletion = await rig.db.startTransaction().execute();
  await deletion.selectFrom('webhook').select('id').where('id', '=', id).forUpdate().execute();
  const recorded = recordOutcome(rig.db, delivery, failed, 0);
  await rig.untilBlocked();
  await deletion.deleteFrom('webhook').where('id', '=', id).execute();
  await deletion.commit().execute();
  await recorded;
  expect(await rig.deliveries(id)).toEqual([]);
});

test('a claim skips busy webhooks and projects', async () => {
  await using rig = await webhookRig();
  const [slow, other] = [await rig.hook(url), await rig.hook(url)];
  await rig.archivedJob();
  const busy = { webhooks: [slow.id], projects: [] };
  expect(await claimDelivery(rig.db, { leaseSeconds: 30, busy })).toMatchObject({ webhookId: other.id });
  expect(await claimDelivery(rig.db, { leaseSeconds: 30, busy })).toBeUndefined();
  const all = { webhooks: [], projects: [rig.project.id] };
  expect(await claimDelivery(rig.db, { leaseSeconds: 30, busy: all })).toBeUndefined();
});

test('deliveries older than 30 days are deleted', async () => {
  await using rig = await webhookRig();
  const { id } = await rig.hook(url);
  await rig.archivedJob();
  await rig.archivedJob();
  const [newest] = await rig.deliveries(id);
  await rig.db
    .updateTable('webhook_delivery')
    .set({ created_at: sql<Date>`now() - interval '31 days'` })
    .where('id', '<>', newest?.id ?? '')
    .execute();
  await forgetOldDeliveries(rig.db);
  expect((await rig.deliveries(id)).map((one) => one.id)).toEqual([newest?.id]);
});
