import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Load } from '../load/load.ts';
import type { Following, OpenStreams } from './open-streams.ts';

/**
 * Starts to follow a job as the reply to a request. The reply may stay open for hours, so it counts as a stream, and no
 * longer as a request in progress.
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
  // A client that disconnected during the preparation emits no further close event.
  if (reply.raw.destroyed) following.end();
  reply.raw.once('close', () => following.end());
  dropUnread(reply.raw, limits.streamUnreadMilliseconds);
  return following;
}

/**
 * Closes a reply whose client leaves what was sent unread: it would occupy its place among the streams for ever. A
 * client that was only slow reconnects, and gets what it has missed.
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
