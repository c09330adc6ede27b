import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { sendReports } from '../../../src/worker/upkeep/send-reports.ts';
import type { SendReportsServices } from '../../../src/worker/upkeep/send-reports.ts';
import { arrivalOf, viewOf } from '../../analytics/support/views.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
import type { Receiver } from '../../webhooks/receiver.ts';
import { webhookRig } from '../../webhooks/rig.ts';
import type { WebhookRig } from '../../webhooks/rig.ts';

/** Monday, when the week of 16 November 2026 has ended. */
const monday = Date.parse('2026-11-23T00:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

let rig: WebhookRig;
let receiver: Receiver;
let warnings: object[];
beforeEach(async () => {
  [rig, receiver, warnings] = [await webhookRig(), await startReceiver(), []];
  await want(['week']);
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
});

const want = async (report_periods: string[]) => await rig.db.updateTable('project').set({ report_periods }).execute();

const servicesAt = (at: number): SendReportsServices => ({
  db: rig.db,
  now: () => new Date(at),
  log: { ...rig.services.log, warn: (data) => void warnings.push(data) },
  budgets: { budget: { steps: 100, tokens: null, usd: null, minutes: null }, prices: () => undefined },
  patience: { minutes: 60, random: () => 0.5 },
  viewsRetentionMonths: 25,
  reports: { baseUrl: 'https://desk.test', mailer: undefined },
});
const goOn = new AbortController().signal;
const sendAt = async (at: number) => await sendReports(servicesAt(at), goOn);

/** Writes views of a page in the reported week, and one in the week before. */
async function count(views: number): Promise<void> {
  const { number } = await rig.db.selectFrom('project').select('number').executeTakeFirstOrThrow();
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db: rig.db, log, now: () => new Date(monday), retentionMonths: 25 });
  const ofWeek = Array.from({ length: views }, (_, one) => viewOf({ path: '/guide', at: monday - day + one * minute }));
  await store.write(arrivalOf(number, [...ofWeek, viewOf({ path: '/guide', at: monday - 8 * day })]));
  await store.close();
}

async function announced() {
  return await rig.db.selectFrom('webhook_delivery').select(['webhook_id', 'payload']).execute();
}

test('a finished week is announced once to the webhooks that want it, by many workers', async () => {
  await count(5);
  const { id, secret } = await rig.hook(receiver.url);
  await rig.hook(receiver.url, ['job.failed']);
  await sendAt(monday + 9 * minute);
  expect(await announced()).toEqual([]);
  const at = monday + 10 * minute;
  await Promise.all([sendAt(at), sendAt(at), sendAt(at)]);
  for (const later of [5 * minute, day, 6 * day]) await sendAt(at + later);
  expect((await announced()).map((delivery) => delivery.webhook_id)).toEqual([id]);
  await rig.sendOne();
  const [request] = receiver.received;
  expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual({
    type: 'report.ready',
    timestamp: new Date(at).toISOString(),
    data: {
      projectId: rig.project.id,
      period: 'week',
      from: '2026-11-16T00:00:00.000Z',
      to: '2026-11-23T00:00:00.000Z',
      human: { before: 1, after: 5 },
      ai: { before: 0, after: 0 },
      notFound: { before: 0, after: 0 },
      merged: 0,
      costUsd: 0,
      url: `https://desk.test/v1/reports/${rig.project.id}?period=week&date=2026-11-16`,
      page: `https://desk.test/projects/${rig.project.id}/readers/report?period=week&date=2026-11-16`,
    },
  });
  expect((await rig.deliveries(id))[0]).toMatchObject({ type: 'report.ready', jobId: null, status: 'delivered' });
  expect(warnings).toEqual([]);
});

test('after a worker died before it wrote the event, another one writes it, once', async () => {
  await rig.hook(receiver.url);
  const dies = new Error('killed');
  const at = monday + day;
  const services = servicesAt(at);
  const clock = [at, at, at, at];
  const killed = () => {
    const next = clock.shift();
    if (next === undefined) throw dies;
    return new Date(next);
  };
  await expect(sendReports({ ...services, now: killed }, goOn)).rejects.toThrow('killed');
  expect(await announced()).toEqual([]);
  await sendAt(at + 4 * minute);
  expect(await announced()).toEqual([]);
  await sendAt(at + 6 * minute);
  await sendAt(at + 12 * minute);
  expect(await announced()).toHaveLength(1);
});

test('a period that ended more than a week ago, or was not chosen, is not announced', async () => {
  await rig.hook(receiver.url);
  await want([]);
  await sendAt(monday + day);
  await want(['month']);
  await sendAt(monday + day);
  expect(await announced()).toEqual([]);
  await want(['week', 'month']);
  await sendAt(Date.parse('2026-12-09T00:00:00Z'));
  const [{ payload } = { payload: undefined }, ...others] = await announced();
  expect([payload, others]).toMatchObject([{ data: { period: 'week', from: '2026-11-30T00:00:00.000Z' } }, []]);
});

test('the report is stored as it was first created', async () => {
  await count(5);
  await rig.hook(receiver.url);
  await sendAt(monday + day);
  const [kept] = await rig.db.selectFrom('report').select(['content', 'made_at']).execute();
  expect(kept).toMatchObject({ content: { human: { views: 5 }, isComplete: true }, made_at: new Date(monday + day) });
});
