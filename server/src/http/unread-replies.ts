import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBodyBudget } from './collect/body-budget.ts';
import type { HttpLimits } from './services.ts';
import { addressOf, networkOf } from './session/address.ts';

/** Smaller ones fit in what the system keeps for a connection. */
const leastBytes = 64 * 1024;

/**
 * Bounds what is kept of replies that are made whole and not read yet, such as the diff of a job: 200 clients who asked for
 * 2.3 MB each and read nothing had the server keep 1.1 GB. Answers the function that is called with each reply before it is sent.
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
  const budget = openBodyBudget(limits, 'Too much of what you asked for is not read yet. Read it, and ask again then.');
  return (request, reply, payload) => {
    const bytes = Buffer.byteLength(payload);
    // What an error says is short, and has to be said.
    if (bytes < leastBytes || reply.statusCode >= 400 || reply.raw.destroyed) return;
    const { hold, giveBack } = budget.open(networkOf(addressOf(request)));
    hold(bytes);
    reply.raw.once('close', giveBack);
  };
}
