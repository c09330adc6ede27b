import type { Database } from '../postgres/database.ts';
import { attemptDelivery } from '../webhooks/attempt.ts';
import type { SendingServices } from '../webhooks/attempt.ts';
import { claimDelivery, releaseDelivery } from '../webhooks/claim.ts';
import type { ClaimedDelivery } from '../webhooks/claim.ts';
import { recordOutcome } from '../webhooks/record.ts';
import { coalesce } from './coalesce.ts';
import { startPeriodicTasks } from './periodic.ts';
import type { WorkerLog } from './services.ts';

/** What a sender works with. */
export interface SenderServices extends SendingServices {
  db: Database;
  log: WorkerLog;
  /** Returns a number from 0 to below 1. */
  random: () => number;
}

export interface SenderOptions {
  /** Concurrent requests: in all, to one webhook, and for one project. */
  concurrency: { total: number; webhook: number; project: number };
  /** How long no other sender takes a delivery. Longer than an attempt can take. */
  leaseSeconds: number;
  /** How often the sender checks for due deliveries when no notification comes: retries send none. */
  pollMilliseconds: number;
  /** How long requests in progress may continue when the sender stops. */
  patienceMilliseconds: number;
  /** Subscribes to notifications that something has become due. */
  onDue: (callback: () => void) => () => void;
}

/** Sends whatever becomes due to webhooks, many at once, until it is stopped. Any number of processes may do so. */
export function startWebhookSender(services: SenderServices, options: SenderOptions): { stop: () => Promise<void> } {
  const sending = new Map<ClaimedDelivery, Promise<void>>();
  const stopping = new AbortController();
  const patience = new AbortController();

  const sendDue = coalesce(async () => {
    while (sending.size < options.concurrency.total && !stopping.signal.aborted) {
      const busy = busyAmong([...sending.keys()], options.concurrency);
      const delivery = await claimDelivery(services.db, { leaseSeconds: options.leaseSeconds, busy });
      if (delivery === undefined) return;
      sending.set(
        delivery,
        sendOnce(services, delivery, patience.signal).finally(() => ended(delivery)),
      );
    }
  });
  const ended = (delivery: ClaimedDelivery): void => {
    sending.delete(delivery);
    sendMore();
  };
  const sendMore = (): void => {
    sendDue().catch((error: unknown) =>
      services.log.warn({ err: error }, 'due webhooks could not be read; trying again'),
    );
  };

  const unsubscribe = options.onDue(sendMore);
  const stopTasks = startPeriodicTasks(services.log, [
    { name: 'send to webhooks', everyMilliseconds: options.pollMilliseconds, run: sendDue },
  ]);

  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      await stopTasks();
      const timer = setTimeout(() => patience.abort(), options.patienceMilliseconds);
      while (sending.size > 0) await Promise.all(sending.values());
      clearTimeout(timer);
      // A claim that was in progress has asked for more, and found that it must stop.
      await sendDue().catch(() => undefined);
    },
  };
}

/** Returns the webhooks and the projects that have reached their limit of concurrent requests. */
function busyAmong(
  deliveries: ClaimedDelivery[],
  most: SenderOptions['concurrency'],
): { webhooks: string[]; projects: string[] } {
  const webhooks = deliveries.map(({ webhookId }) => webhookId);
  const projects = deliveries.map(({ projectId }) => projectId);
  return { webhooks: idsOccurring(webhooks, most.webhook), projects: idsOccurring(projects, most.project) };
}

/** Returns the ids that occur at least so many times. */
function idsOccurring(ids: string[], times: number): string[] {
  return [...Map.groupBy(ids, (id) => id)].filter(([, same]) => same.length >= times).map(([id]) => id);
}

/** Never rejects. What cannot be stored is sent again after the lease expires, with the same id. */
async function sendOnce(services: SenderServices, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { db, log, random } = services;
  const started = performance.now();
  try {
    const outcome = await attemptDelivery(services, delivery, signal);
    const milliseconds = Math.round(performance.now() - started);
    await recordOutcome(db, delivery, { ...outcome, milliseconds }, random());
  } catch (error) {
    if (!signal.aborted)
      log.warn({ delivery: delivery.id, err: error }, 'a webhook is sent again: its outcome was lost');
    else await releaseDelivery(db, delivery).catch(() => undefined);
  }
}
