import { lookup } from 'node:dns/promises';
import { jobPage } from '../../jobs/present.ts';
import { privateNetworks } from '../../network/private-networks.ts';
import type { PrivateNetworks } from '../../network/private-networks.ts';
import type { Database } from '../../postgres/database.ts';
import { reportAddresses } from '../../reports/report-addresses.ts';
import type { SecretBox } from '../../secrets/box.ts';
import { dueChannel } from '../../webhooks/deliveries.ts';
import { startWebhookSender } from '../../worker/webhook-sender.ts';
import type { SenderOptions } from '../../worker/webhook-sender.ts';
import type { App } from '../app.ts';
import { version } from './version.ts';

/** What creating webhooks, and sending to them, needs. */
export function webhookGuard({ settings, box }: Pick<App, 'settings' | 'box'>): {
  box: SecretBox;
  allowed: PrivateNetworks;
} {
  return { box, allowed: privateNetworks(settings.privateNetworks) };
}

/**
 * Requests wait more than they compute. A webhook or project that answers slowly, or never, occupies no more of them
 * than its share.
 */
const concurrency: SenderOptions['concurrency'] = { total: 100, webhook: 2, project: 10 };
const timeoutMilliseconds = 15_000;
/** Longer than an attempt: the timeout, the first bytes of a response, and storing the result. */
const leaseSeconds = 30;
const pollMilliseconds = 1_000;
/** A process that is asked to end has ten seconds. */
const patienceMilliseconds = 5_000;

/** Starts to send to webhooks, on the worker's own connections. */
export function startAppWebhookSender(app: App, db: Database): { stop: () => Promise<void> } {
  return startWebhookSender(
    {
      db,
      log: app.log,
      ...webhookGuard(app),
      lookup: async (host) => await lookup(host, { all: true }),
      jobUrl: ({ projectId, id }) => `${app.url}/v2/agent/${projectId}/job/${id}`,
      jobPage: (job) => jobPage(app.url, job),
      reportAddresses: (report) => reportAddresses(app.url, report),
      version,
      now: () => new Date(),
      random: Math.random,
      timeoutMilliseconds,
    },
    {
      concurrency,
      leaseSeconds,
      pollMilliseconds,
      patienceMilliseconds,
      onDue: (callback) => app.listener.on(dueChannel, callback),
    },
  );
}
