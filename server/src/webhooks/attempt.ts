import { isCopydeskError, WebhookPayload } from '@copydesk/contract';
import { z } from 'zod';
import type { PrivateNetworks } from '../network/private-networks.ts';
import type { SecretBox } from '../secrets/box.ts';
import type { ClaimedDelivery } from './claim.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { post } from './post.ts';
import { resolveTarget } from './resolve.ts';
import type { Lookup } from '../network/checked-address.ts';
import { reasonOf, SendFailure } from './send-failure.ts';
import { signedHeaders } from './signature.ts';
import { purposeOf } from './webhook.ts';

/** What sending needs. */
export interface SendingServices {
  box: SecretBox;
  /** Non-public networks that may be sent to. */
  allowed: PrivateNetworks;
  lookup: Lookup;
  /** Returns the address of a job in the API. */
  jobUrl: (job: { projectId: string; id: string }) => string;
  /** Returns the address of its page for people. */
  jobPage: (job: { projectId: string; id: string }) => string;
  /** Returns where the API answers a report, and its page for people. */
  reportAddresses: (report: { projectId: string; period: string; from: string }) => { url: string; page: string };
  /** The version of Copydesk, for the user agent. */
  version: string;
  now: () => Date;
  /** The whole time of an attempt, from the DNS lookup to the head of the reply. */
  timeoutMilliseconds: number;
  /** A certificate authority to trust besides those that Node trusts. */
  ca?: string;
}

/**
 * Sends a delivery once. Every failure is returned as the outcome. It rejects only when the signal has aborted it, and
 * then it is unknown whether the receiver got it.
 */
export async function attemptDelivery(
  services: SendingServices,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(services.timeoutMilliseconds);
  try {
    const answer = await send(services, delivery, AbortSignal.any([signal, timeout]));
    return outcomeOf(answer, services.now());
  } catch (error) {
    signal.throwIfAborted();
    const seconds = Math.round(services.timeoutMilliseconds / 1000);
    const late = `There was no answer within ${seconds} seconds.`;
    return { result: 'failed', status: null, error: timeout.aborted ? late : reasonOf(error) };
  }
}

async function send(services: SendingServices, delivery: ClaimedDelivery, signal: AbortSignal) {
  const { id, webhookId } = delivery;
  const url = new URL(delivery.url);
  const secret = await openSecret(services.box, delivery.sealedSecret, webhookId);
  const body = bodyOf(services, delivery.payload);
  const addresses = await unlessAborted(resolveTarget(url, services), signal);
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Copydesk/${services.version} (webhooks)`,
    ...signedHeaders(secret, { id, at: services.now(), body }),
  };
  return await post({ url, addresses, headers, body, signal, ca: services.ca });
}

async function openSecret(box: SecretBox, sealed: Uint8Array, webhookId: string): Promise<string> {
  try {
    return await box.open(sealed, purposeOf(webhookId));
  } catch (error) {
    if (!isCopydeskError(error)) throw error;
    throw new SendFailure(`Nothing was sent: the signing secret cannot be read. ${error.message}`);
  }
}

/** What is stored of a payload, as far as its addresses depend on it. */
const Stored = z.object({ type: z.string(), timestamp: z.string(), data: z.looseObject({}) });
const OfJob = z.object({ id: z.string(), projectId: z.string() });
const OfReport = z.object({ projectId: z.string(), period: z.string(), from: z.string() });

/**
 * Returns the same bytes at every attempt: the order of the keys is that of the contract's shape, not of the stored
 * payload.
 */
function bodyOf(services: SendingServices, stored: unknown): string {
  const { type, timestamp, data } = Stored.parse(stored);
  return JSON.stringify(
    WebhookPayload.parse({ type, timestamp, data: { ...data, ...addressesIn(services, type, data) } }),
  );
}

function addressesIn(
  { jobUrl, jobPage, reportAddresses }: SendingServices,
  type: string,
  data: unknown,
): { url?: string; page?: string } {
  if (type === 'test') return {};
  if (type === 'report.ready') return reportAddresses(OfReport.parse(data));
  const job = OfJob.parse(data);
  return { url: jobUrl(job), page: jobPage(job) };
}

/** A system's DNS lookup cannot be aborted; its later result is dropped. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
