import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { waitsForContinue } from './expect-continue.ts';

/** An unread body up to this size is read and dropped, so that its connection can be reused. */
const worthReadingBytes = 256 * 1024;

/** How much of an unwanted body is still read after the reply, and for how long. */
const lingerBytes = 16 * 1024 * 1024;
const lingerMilliseconds = 3_000;

/**
 * Sends a reply to a request whose body may not have been read to its end. A small rest is left to Node, which reads
 * it. A large one closes the connection, but not at once: a socket that is closed while bytes arrive is reset, and the
 * reset can overtake the reply, so that the client sees a broken connection instead of the 413. So the whole reply is
 * sent, then the rest of the body is read and dropped for a moment, then the connection is closed (RFC 9112, 9.6).
 */
export function sendAndClose(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  if (waitsForContinue(request.raw)) return reply.header('connection', 'close').send(body);
  if (request.raw.complete || !hasLargeBody(request.raw)) return reply.send(body);
  const bytes = Buffer.from(body);
  reply.header('connection', 'close').header('content-length', bytes.length);
  return reply.send(Readable.from(replyThenLinger(bytes, request.raw)));
}

async function* replyThenLinger(body: Buffer, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield body;
  await discard(request);
}

function hasLargeBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > worthReadingBytes;
}

async function discard(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, lingerMilliseconds);
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > lingerBytes) resolve();
  });
  request.once('end', resolve).once('close', resolve).once('error', resolve);
  request.resume();
  await promise;
  clearTimeout(timer);
  request.pause();
}
