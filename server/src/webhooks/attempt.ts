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

/** What it takes to send. */
export interface SendingServices {
  box: SecretBox;
  /** Networks that are not public and may be sent to. */
  allowed: PrivateNetworks;
  lookup: Lookup;
  /** Where the API answers a job. */
  jobUrl: (job: { projectId: string; id: string }) => string;
  /** Where people look at it. */
  jobPage: (job: { projectId: string; id: string }) => string;
  /** The version of Copydesk, for the user agent. */
  version: string;
  now: () => Date;
  /** The time that an attempt has in all, from the look-up to the head of the answer. */
  timeoutMilliseconds: number;
  /** A certificate authority to trust besides those that Node trusts. */
  ca?: string;
}

/**
 * Sends a delivery once. Whatever goes wrong is the outcome; it rejects only when the signal has ended it, and then
 * nobody knows whether the receiver got it.
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
    throw new SendFailure(`Nothing was sent, for want of the signing secret. ${error.message}`);
  }
}

/** What the announcement of a change, or a test, has stored. */
const Stored = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({ id: z.string(), projectId: z.string() }),
});

/** The same bytes at every attempt: the order of the keys is that of the contract's shape, not of what was stored. */
function bodyOf({ jobUrl, jobPage }: SendingServices, stored: unknown): string {
  const { type, timestamp, data } = Stored.parse(stored);
  const addresses = type === 'test' ? {} : { url: jobUrl(data), page: jobPage(data) };
  return JSON.stringify(WebhookPayload.parse({ type, timestamp, data: { ...data, ...addresses } }));
}

/** A system's look-up cannot be ended; what it still finds is thrown away. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
