import { createHash } from 'node:crypto';
import { valuesAt } from './pointer.ts';

/** Headers that identify a delivery; its id stays the same when it is sent again. */
const names = [
  'idempotency-key',
  'webhook-id',
  'x-github-delivery',
  'linear-delivery',
  'x-atlassian-webhook-identifier',
  'x-request-id',
];

/**
 * Returns the sender's id of a request, as a key of one form, by which a repeated request is recognised; undefined when
 * there is none.
 */
export function deliveryKey(
  triggerId: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): string | undefined {
  // Slack puts the id of an event into the body.
  const named = names.map((name) => headers[name]).find((value) => value !== undefined && value !== '');
  const [event] = valuesAt(body, '/event_id');
  const id = named ?? (typeof event === 'string' ? event : undefined);
  if (id === undefined) return undefined;
  return `${triggerId}.${createHash('sha256').update(id).digest('base64url')}`;
}
