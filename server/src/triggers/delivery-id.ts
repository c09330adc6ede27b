import { createHash } from 'node:crypto';
import { valuesAt } from './pointer.ts';

/** Headers by which senders name a delivery, which keeps its name when it is sent again. */
const names = [
  'idempotency-key',
  'webhook-id',
  'x-github-delivery',
  'linear-delivery',
  'x-atlassian-webhook-identifier',
  'x-request-id',
];

/** What tells that a request is sent again: what its sender calls it, as a key of one form; undefined where nothing does. */
export function deliveryKey(
  triggerId: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): string | undefined {
  // Slack names its events in the body.
  const named = names.map((name) => headers[name]).find((value) => value !== undefined && value !== '');
  const [event] = valuesAt(body, '/event_id');
  const id = named ?? (typeof event === 'string' ? event : undefined);
  if (id === undefined) return undefined;
  return `${triggerId}.${createHash('sha256').update(id).digest('base64url')}`;
}
