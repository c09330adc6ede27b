import type { CreatedWebhook, WebhookDelivery, WebhookEvent } from '@copydesk/contract';
import { webhookEvents } from '@copydesk/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { archiveJob } from '../../src/jobs/settle/archive.ts';
import type { StoredJob } from '../../src/jobs/present.ts';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { openListener } from '../../src/postgres/listen.ts';
import type { Database } from '../../src/postgres/database.ts';
import { reportAddresses } from '../../src/reports/report-addresses.ts';
import { secretBox } from '../../src/secrets/box.ts';
import { attemptDelivery } from '../../src/webhooks/attempt.ts';
import { claimDelivery } from '../../src/webhooks/claim.ts';
import type { ClaimedDelivery } from '../../src/webhooks/claim.ts';
import { dueChannel, listDeliveries } from '../../src/webhooks/deliveries.ts';
import { recordOutcome } from '../../src/webhooks/record.ts';
import { createWebhook } from '../../src/webhooks/webhook.ts';
import { startWebhookSender } from '../../src/worker/webhook-sender.ts';
import type { SenderOptions, SenderServices } from '../../src/worker/webhook-sender.ts';
import { newJob } from '../jobs/support.ts';
import { listenerOptions, testDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

/** A project with its own database, whose webhooks may be sent to loopback addresses. */
export interface WebhookRig extends AsyncDisposable {
  db: Database;
  /** The URL of its database, for another process. */
  databaseUrl: string;
  project: { id: string; organisationId: string };
  services: SenderServices;
  warnings: object[];
  hook: (url: string, events?: readonly WebhookEvent[], projectId?: string) => Promise<CreatedWebhook>;
  anotherProject: () => Promise<{ id: string }>;
  /** Creates and archives a job, so that webhooks are due. */
  archivedJob: () => Promise<StoredJob>;
  /** Starts a sender, which stops with the rig unless it was stopped before. */
  start: (change?: Partial<SenderServices>, options?: Partial<SenderOptions>) => { stop: () => Promise<void> };
  /** Claims what is due, sends it once and stores the outcome. */
  sendOne: (change?: Partial<SenderServices>) => Promise<ClaimedDelivery>;
  deliveries: (webhookId: string) => Promise<WebhookDelivery[]>;
  /** Waits until one query waits for another's lock. */
  untilBlocked: () => Promise<void>;
  /** Makes the next attempts due now. */
  passTime: () => Promise<void>;
}

const senderOptions = {
  concurrency: { total: 20, webhook: 2, project: 10 },
  leaseSeconds: 30,
  pollMilliseconds: 50,
  patienceMilliseconds: 200,
};

export async function webhookRig(): Promise<WebhookRig> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { db } = database;
  const listener = openListener(listenerOptions(database));
  stack.defer(() => listener.close());
  await listener.ready;
  const project = await insertProject(db);
  const warnings: object[] = [];
  const warn = (data: object): void => void warnings.push(data);
  const services: SenderServices = {
    db,
    log: { info: () => {}, warn, error: warn },
    box: secretBox(async () => Buffer.alloc(32, 7)),
    allowed: privateNetworks(['127.0.0.0/8']),
    lookup: async () => [{ address: '127.0.0.1' }],
    jobUrl: ({ projectId, id }) => `https://desk.test/v2/agent/${projectId}/job/${id}`,
    jobPage: ({ projectId, id }) => `https://desk.test/projects/${projectId}/jobs/${id}`,
    reportAddresses: (report) => reportAddresses('https://desk.test', report),
    version: '1.2.3',
    now: () => new Date(),
    random: () => 0,
    timeoutMilliseconds: 5_000,
  };
  const onDue: SenderOptions['onDue'] = (callback) => listener.on(dueChannel, callback);
  return {
    db,
    databaseUrl: database.url,
    project,
    services,
    warnings,
    hook: async (url, events = webhookEvents, projectId = project.id) =>
      await createWebhook(db, services, { projectId, url, events }),
    anotherProject: () => insertProject(db),
    async archivedJob() {
      const { id } = await newJob(db, project);
      return await archiveJob(db, { projectId: project.id, jobId: id, by: 'api' });
    },
    start(change = {}, options = {}) {
      const sender = startWebhookSender({ ...services, ...change }, { ...senderOptions, onDue, ...options });
      stack.defer(() => sender.stop());
      return sender;
    },
    async sendOne(change = {}) {
      const delivery = await claimDelivery(db, { leaseSeconds: 30, busy: { webhooks: [], projects: [] } });
      if (delivery === undefined) throw new Error('Nothing was due');
      const outcome = await attemptDelivery({ ...services, ...change }, delivery, new AbortController().signal);
      await recordOutcome(db, delivery, { ...outcome, milliseconds: 1 }, 0);
      return delivery;
    },
    deliveries: async (webhookId) => (await listDeliveries(db, webhookId, { limit: 100 })).deliveries,
    async untilBlocked() {
      const blocked = sql`
        select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await expect.poll(async () => (await blocked.execute(db)).rows.length).toBeGreaterThan(0);
    },
    async passTime() {
      await db
        .updateTable('webhook_delivery')
        .set({ next_attempt_at: sql<Date>`now()` })
        .where('next_attempt_at', 'is not', null)
        .execute();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
