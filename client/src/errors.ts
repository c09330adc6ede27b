import type { Problem } from './schema.ts';

/**
 * The codes of the server's table, and two of this client: `unreachable` for a server that did not answer, and
 * `unexpected_reply` for a response that is not from Copydesk. A newer server may send other codes.
 */
export type ErrorCode = Problem['code'] | 'unreachable' | 'unexpected_reply';

type FieldError = Problem['errors'][number];

interface Details {
  status?: number;
  requestId?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * The error that a call rejects with, unless it was aborted. The message is written for people, and never contains the
 * key.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The status of the reply; undefined where there was none. */
  readonly status: number | undefined;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** The invalid fields, and why. */
  readonly errors: FieldError[];
  /** After how many seconds the server asks for a retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, { cause, ...details }: Details = {}) {
    super(message, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Whether `error` is an {@link ApiError}, and has the given code if one is given. */
export function isApiError<C extends ErrorCode>(error: unknown, code?: C): error is ApiError & { code: C } {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Returns the error of a reply that is not a success. Reads its body. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const retryAfterSeconds = secondsOf(headers.get('retry-after'));
  const problem = await response.json().catch(() => undefined);
  if (!isProblem(problem)) return notCopydesk(response, retryAfterSeconds);
  const { code, detail, requestId, errors } = problem;
  return new ApiError(code, detail, { status, requestId, errors, retryAfterSeconds });
}

/** Returns the error for a response from a proxy or another program. */
export function notCopydesk(response: Response, retryAfterSeconds?: number, cause?: unknown): ApiError {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? 'no type';
  // A browser reveals nothing about a redirect that it does not follow, not even its status.
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
  const to = headers.get('location');
  const found = isRedirect
    ? `The server redirects${to === null ? '' : ` to ${to}`}. The key is sent nowhere else: give the address that it leads to.`
    : `The server answered ${status} (${type}), which is no answer of Copydesk. Compare the address with that of the server.`;
  return new ApiError('unexpected_reply', found, { status, retryAfterSeconds, cause });
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  return 'code' in value && typeof value.code === 'string' && 'detail' in value && typeof value.detail === 'string';
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
