import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Returns a new signing secret: `whsec_` and 32 random bytes in base64 (the specification allows 24 to 64). */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/**
 * Returns the headers that prove where a request comes from
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 *
 * @param at the time of the attempt, not of the event: a receiver refuses requests that are some minutes old.
 */
export function signedHeaders(
  secret: string,
  message: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64');
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
