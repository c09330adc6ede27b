import type { IncomingMessage } from 'node:http';
import { CopydeskError } from '@copydesk/contract';
import { askForBody } from '../expect-continue.ts';
import type { HttpLimits } from '../services.ts';

/**
 * 413: reads the body up to the limit, and no further, whatever its Content-Length says.
 *
 * @throws CopydeskError `payload_too_large`; `request_timeout` for a body that dribbles in; `invalid_request` for one
 *   that ends early.
 */
export async function readBody(
  request: IncomingMessage,
  limits: Pick<HttpLimits, 'bodyBytes' | 'bodyTimeoutMilliseconds'>,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  // One who went while the first checks were made is told of no more.
  if (request.destroyed) throw brokenOff();
  askForBody(request);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let received = 0;
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > limits.bodyBytes) settle(() => reject(tooLarge(limits.bodyBytes)));
    else chunks.push(chunk);
  };
  const onEnd = () => settle(() => resolve(Buffer.concat(chunks, received)));
  const onBroken = () => settle(() => reject(brokenOff()));
  const timer = setTimeout(() => settle(() => reject(tooSlow(limits))), limits.bodyTimeoutMilliseconds);
  // At once, not when the promise is looked at: every request is closed after its end, and is not broken off then.
  const settle = (how: () => void) => {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onBroken).off('error', onBroken);
    how();
  };
  request.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken);
  return await promise;
}

function brokenOff(): CopydeskError {
  return new CopydeskError('invalid_request', 'The connection ended before the body did.');
}

function tooLarge(bytes: number): CopydeskError {
  return new CopydeskError(
    'payload_too_large',
    `The body may have at most ${bytes.toLocaleString('en')} bytes. Send a shorter one.`,
  );
}

function tooSlow(limits: Pick<HttpLimits, 'bodyTimeoutMilliseconds'>): CopydeskError {
  const seconds = Math.ceil(limits.bodyTimeoutMilliseconds / 1000);
  return new CopydeskError('request_timeout', `The body did not arrive within ${seconds} seconds. Send it again.`);
}
