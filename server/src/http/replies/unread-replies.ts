import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBodyBudget } from '../collect/body-budget.ts';
import type { HttpLimits } from '../services.ts';
import { addressOf, networkOf } from '../session/address.ts';

/** Smaller replies fit into the buffer that the operating system keeps for a connection. */
const leastBytes = 64 * 1024;

/**
 * Limits the memory for whole replies that are not read yet, such as the diff of a job: 200 clients that asked for 2.3
 * MB each and read nothing made the server keep 1.1 GB. Returns a function to call with each reply before it is sent.
 */
export function boundUnreadReplies({
  replyBytesUnread,
  shareOfOne,
}: Pick<HttpLimits, 'replyBytesUnread' | 'shareOfOne'>): (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
) => void {
  const limits = { all: replyBytesUnread, ofOne: Math.ceil(replyBytesUnread * shareOfOne) };
  const budget = openBodyBudget(
    limits,
    'Too much of what you requested is not read yet. Read it, then send the request again.',
  );
  return (request, reply, payload) => {
    const bytes = Buffer.byteLength(payload);
    // Error replies are short and must be sent.
    if (bytes < leastBytes || reply.statusCode >= 400 || reply.raw.destroyed) return;
    const { hold, giveBack } = budget.open(networkOf(addressOf(request)));
    hold(bytes);
    reply.raw.once('close', giveBack);
  };
}
