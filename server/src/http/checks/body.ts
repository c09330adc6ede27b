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
  askForBody(request);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let received = 0;
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > limits.bodyBytes) reject(tooLarge(limits.bodyBytes));
    else chunks.push(chunk);
  };
  const onEnd = () => resolve(Buffer.concat(chunks, received));
  const onBroken = () => reject(new CopydeskError('invalid_request', 'The connection ended before the body did.'));
  const timer = setTimeout(() => reject(tooSlow(limits)), limits.bodyTimeoutMilliseconds);
  request.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onBroken).off('error', onBroken);
  }
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
