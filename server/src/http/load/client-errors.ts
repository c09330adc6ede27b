import type { Socket } from 'node:net';
import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import { STATUS_CODES } from '../../network/http-module.ts';
import { problemOf } from '../problem.ts';
import type { HttpServices } from '../services.ts';

/**
 * Answers requests that Node's parser refused. No request object exists for them, so there are no routes, no hooks and
 * no response object, only the socket.
 */
export function answerClientError(
  services: Pick<HttpServices, 'baseUrl' | 'log'>,
  newRequestId: () => string,
  cause: Error & { code?: string },
  socket: Socket,
): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = errorOf(cause);
  const requestId = newRequestId();
  services.log.info({ requestId, code: error.code, parser: cause.code }, 'a request could not be read');
  const body = JSON.stringify(problemOf(error, { baseUrl: services.baseUrl, instance: '/', requestId }));
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n` +
      'Content-Type: application/problem+json\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\n` +
      `Connection: close\r\n\r\n${body}`,
    () => socket.destroySoon(),
  );
}

function errorOf(cause: Error & { code?: string }): CopydeskError {
  if (isCopydeskError(cause)) return cause;
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new CopydeskError('request_timeout', 'The request did not arrive in time. Send it again.');
  }
  if (cause.code === 'HPE_HEADER_OVERFLOW') {
    return new CopydeskError('headers_too_large', 'The address and headers together may have at most 16 KiB.');
  }
  return new CopydeskError('invalid_request', 'This is not an HTTP/1.1 request that can be read.');
}
