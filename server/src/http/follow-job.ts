import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Load } from './load.ts';
import type { Following, OpenStreams } from './open-streams.ts';

/**
 * Begins to follow a job as the reply to a request. Open for hours, it is counted with the streams, and not with the
 * requests that are worked on.
 *
 * @throws CopydeskError `overloaded` when too many streams are open, or too many of the caller's; `draining`.
 */
export function followJob(
  { streams, load, limits }: { streams: OpenStreams; load: Load; limits: { streamUnreadMilliseconds: number } },
  { jobId, callerId }: { jobId: string; callerId: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Following {
  const following = streams.follow(jobId, callerId);
  load.leave(request.raw);
  // One who has gone while this was prepared is not heard to go any more.
  if (reply.raw.destroyed) following.end();
  reply.raw.once('close', () => following.end());
  dropUnread(reply.raw, limits.streamUnreadMilliseconds);
  return following;
}

/**
 * Breaks a reply off whose client leaves what was sent unread: it would hold its place among the streams for ever.
 * One that was only slow comes back, and is sent what it has missed.
 */
function dropUnread(response: ServerResponse, milliseconds: number): void {
  let wasUnread = false;
  const timer = setInterval(() => {
    const isUnread = response.writableLength > 0;
    if (wasUnread && isUnread) response.destroy();
    if (response.destroyed) clearInterval(timer);
    wasUnread = isUnread;
  }, milliseconds / 2);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}
