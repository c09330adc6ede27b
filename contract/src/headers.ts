import { z } from 'zod';
import { EventSequence } from './job/events.ts';

/**
 * The `Idempotency-Key` of a POST: a repeated request with the same key gets the job of the first one. The quoted form
 * of draft-ietf-httpapi-idempotency-key-header is used unchanged, including its quotes. A header that is sent twice
 * arrives joined by a comma and a space, and is refused because of the space.
 */
export const IdempotencyKey = z
  .string()
  .regex(/^[\u0021-\u007e]{1,255}$/, 'must have 1 to 255 visible ASCII characters, and be sent once')
  .meta({ description: 'Any text of the caller’s choice; kept for 30 days', minLength: 1, maxLength: 255 });

/** Headers of the POSTs that may be repeated, with names in lower case. */
export const IdempotentHeaders = z.object({ 'idempotency-key': IdempotencyKey.optional() });

/** Headers of the event stream: a client that reconnects names the last event that it received. */
export const EventStreamHeaders = z.object({
  'last-event-id': EventSequence.optional().describe('The `id` of the last event that the client received'),
});

/** Headers of a read that is answered with 304 while nothing has changed. */
export const ConditionalHeaders = z.object({
  'if-none-match': z.string().optional().describe('The `ETag` of an earlier reply, several of them, or `*`'),
});
