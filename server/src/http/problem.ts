import { CopydeskError, errorTable, isCopydeskError } from '@copydesk/contract';
import type { ErrorCode, Problem } from '@copydesk/contract';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from './replies/accept-html.ts';
import type { HttpServices } from './services.ts';
import { sendAndClose } from './load/unread-body.ts';

/**
 * Sends an error as RFC 9457 `application/problem+json`, and as a page to a browser that navigates. An error that is
 * not a {@link CopydeskError} is a bug and is logged.
 */
export async function sendProblem(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl' | 'isDatabaseFault' | 'browser'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = { log: request.log, target: request.raw.url, requestId: request.id };
  const { known, status, headers, body } = problemReply(services, error, asked);
  const page = isNavigation(request) ? await services.browser?.error(services, known, request) : undefined;
  const { 'www-authenticate': challenge, ...others } = headers;
  reply.status(status).headers(others).type('application/problem+json');
  // A route may set a challenge of its own: git asks for a password only when it gets the Basic challenge.
  if (challenge !== undefined && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', challenge);
  if (page !== undefined) reply.headers(page.headers);
  return sendAndClose(request, reply, page?.body ?? body);
}

/**
 * Returns the reply to an error, and logs the error when it is the server's. {@link openRefusalLog} reports the ones
 * that are too many to log.
 */
export function problemReply(
  services: Pick<HttpServices, 'baseUrl' | 'isDatabaseFault'>,
  error: unknown,
  { log, target, requestId }: { log: FastifyBaseLogger; target: string | undefined; requestId: string },
): { known: CopydeskError; status: number; headers: Record<string, string>; body: string } {
  const known = knownError(services, error);
  if (known.code === 'internal') log.error({ err: error, requestId }, 'a request failed because of a bug');
  else if (known.status >= 500 && known.code !== 'overloaded')
    log.warn({ err: known.cause, code: known.code, requestId }, known.message);
  const problem = problemOf(known, { baseUrl: services.baseUrl, instance: pathOf(target), requestId });
  return { known, status: known.status, headers: problemHeaders(known), body: JSON.stringify(problem) };
}

/** Returns the body of the reply to an error. */
export function problemOf(
  error: CopydeskError,
  where: { baseUrl: string; instance: string; requestId: string },
): Problem {
  return {
    type: problemAddress(where.baseUrl, error.code),
    title: errorTable[error.code].title,
    status: error.status,
    detail: error.message,
    instance: where.instance,
    code: error.code,
    requestId: where.requestId,
    errors: error.errors,
    error: error.message,
  };
}

/** Returns the address that identifies a kind of problem and explains it. */
export function problemAddress(baseUrl: string, code: ErrorCode): string {
  return `${baseUrl}/problems/${code}`;
}

/**
 * Returns the path of a request target in the form that logs and replies may contain: without its query, and without
 * the tokens of links that sign somebody in, create the owner or give readers access. A person who reads a log must not
 * be able to use them.
 */
export function pathOf(target: string | undefined): string {
  const [path = '/'] = (target ?? '/').split('?', 1);
  return path.replace(/\/(sign-in|welcome|share|badge|feed)\/(?!openid(?:\/|$))[^/]+/, '/$1/***');
}

/** Maps any error that a route can throw to one of the error table. */
export function knownError(services: Pick<HttpServices, 'isDatabaseFault'>, error: unknown): CopydeskError {
  if (services.isDatabaseFault(error)) {
    return new CopydeskError(
      'database_unavailable',
      'The database does not answer as it should. Send the request again, with the same ids or idempotency key: ' +
        'it may have been carried out.',
      { cause: error },
    );
  }
  if (isCopydeskError(error)) return error;
  return frameworkError(error) ?? internalError(error);
}

function internalError(cause: unknown): CopydeskError {
  return new CopydeskError(
    'internal',
    'The server has a bug. The error was logged; give the request id to whoever runs the server.',
    { cause },
  );
}

/** Errors by which Fastify refuses a request before a route sees it (https://fastify.dev/docs/latest/Reference/Errors). */
const frameworkErrors: Record<string, { code: ErrorCode; detail: string }> = {
  FST_ERR_BAD_URL: {
    code: 'invalid_request',
    detail: 'The path contains a percent sign that is not part of a UTF-8 character. Encode it as %25.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'This endpoint does not accept this Content-Type.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'payload_too_large', detail: 'The body is larger than this endpoint accepts.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_request',
    detail: 'The body is not as long as its Content-Length says.',
  },
};

function frameworkError(error: unknown): CopydeskError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const known = frameworkErrors[error.code];
  return known && new CopydeskError(known.code, known.detail, { cause: error });
}

/** Seconds after which to retry, for errors that do not set them. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  overloaded: 1,
  draining: 5,
  database_unavailable: 5,
  repository_unreachable: 30,
  storage_full: 30,
};

/** Returns headers that belong to an error whatever the route: `Retry-After` and the challenge of RFC 6750. */
export function problemHeaders(error: CopydeskError): Record<string, string> {
  const headers: Record<string, string> = {};
  const seconds = error.retryAfterSeconds ?? retryAfterSeconds[error.code];
  if (seconds !== undefined) headers['retry-after'] = String(seconds);
  if (error.code === 'credentials_required') headers['www-authenticate'] = 'Bearer';
  if (error.code === 'invalid_token') headers['www-authenticate'] = 'Bearer error="invalid_token"';
  return headers;
}
