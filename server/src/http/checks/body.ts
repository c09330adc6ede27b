import type { IncomingMessage } from 'node:http';
import { CopydeskError } from '@copydesk/contract';
import { askForBody } from '../load/expect-continue.ts';
import { placeOf } from '../rooms/places.ts';
import type { HttpLimits } from '../services.ts';

/** The limits on a body's size and on the time it may take. */
export type BodyLimits = Pick<HttpLimits, 'bodyBytes' | 'bodyTimeoutMilliseconds' | 'leastBytesPerSecond'>;

/**
 * Checks 413: reads the body up to the limit, and no further, whatever its Content-Length claims. Until the body has
 * arrived, the request gives up its place among the requests in progress.
 *
 * @param hold gets the size of each piece, and may throw when there is no memory for it.
 * @throws CopydeskError `payload_too_large`; `request_timeout` for a body that arrives too slowly; `invalid_request`
 *   for one that ends early; `overloaded` when it is evicted in favour of others.
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  hold: (bytes: number) => void = () => {},
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  // A client that disconnected during the first checks emits no further events.
  if (request.destroyed) throw brokenOff();
  if (request.complete && request.readableFlowing === null) return bodyAtHand(request, limits, hold);
  askForBody(request);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let received = 0;
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > limits.bodyBytes) return settle(() => reject(tooLarge(limits.bodyBytes)));
    try {
      hold(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      settle(() => reject(error));
    }
  };
  const onEnd = () => settle(() => resolve(Buffer.concat(chunks, received)));
  const onBroken = () => settle(() => reject(brokenOff()));
  const stopWatching = watchPace(
    () => received,
    limits,
    () => settle(() => reject(tooSlow(limits))),
  );
  // The listeners are removed at once, not when the promise is awaited: every request emits `close` after its end,
  // which is no broken connection then.
  const settle = (how: () => void) => {
    stopWatching();
    request.off('data', onData).off('end', onEnd).off('close', onBroken).off('error', onBroken);
    how();
  };
  const place = placeOf(request);
  // A body that came with the head, as small ones do, does not have to wait.
  const waits = !request.complete;
  try {
    if (waits) place?.awaitBody((error) => settle(() => reject(error)));
    request.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken);
    const body = await promise;
    if (waits) place?.bodyArrived();
    return body;
  } finally {
    stopWatching();
  }
}

/** Returns a body that has arrived together with the head, as nearly all do. It needs no listeners and no timer. */
function bodyAtHand(request: IncomingMessage, limits: BodyLimits, hold: (bytes: number) => void): Buffer {
  const read: unknown = request.read();
  const body = Buffer.isBuffer(read) ? read : Buffer.alloc(0);
  if (body.length > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  hold(body.length);
  return body;
}

/**
 * Calls back once when the body arrives below the minimum rate, after a time that every body gets: a large body may
 * take long, a small one may not.
 */
function watchPace(
  received: () => number,
  { bodyTimeoutMilliseconds, leastBytesPerSecond }: BodyLimits,
  onSlow: () => void,
): () => void {
  const start = performance.now();
  const allowed = () => bodyTimeoutMilliseconds + (received() / leastBytesPerSecond) * 1_000;
  const checkPace = (): void => {
    const left = allowed() - (performance.now() - start);
    if (left <= 0) onSlow();
    else timer = setTimeout(checkPace, left + 1);
  };
  let timer = setTimeout(checkPace, bodyTimeoutMilliseconds);
  return () => clearTimeout(timer);
}

/** Returns a 400 that is only for the log, because no client is connected to read it. */
export function brokenOff(): CopydeskError {
  return new CopydeskError('invalid_request', 'The connection ended before the body did.');
}

function tooLarge(bytes: number): CopydeskError {
  return new CopydeskError(
    'payload_too_large',
    `The body may have at most ${bytes.toLocaleString('en')} bytes. Send a shorter one.`,
  );
}

function tooSlow({ bodyTimeoutMilliseconds, leastBytesPerSecond }: BodyLimits): CopydeskError {
  const seconds = Math.ceil(bodyTimeoutMilliseconds / 1000);
  return new CopydeskError(
    'request_timeout',
    `The body did not arrive within ${seconds} seconds, and then came slower than ${leastBytesPerSecond.toLocaleString('en')} bytes per ` +
      'second. Send it again.',
  );
}
