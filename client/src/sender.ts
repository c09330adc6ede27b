import type { CallOptions, OnceOptions } from './calls.ts';
import { ApiError, isApiError, notCopydesk, refusalOf } from './errors.ts';
import { pause } from './pause.ts';

/** Where a client finds its server, and how it sends requests. */
export interface ClientOptions {
  /** The address of the server: `https://desk.example.com`. */
  url: string;
  /** An API key, `desk_…`. A page of the server itself may leave it out: its session then identifies the caller. */
  key?: string;
  /** How many times a call that may be repeated is retried: 3 by default. */
  retries?: number;
  /** A call is not retried when it would have to wait longer than this, in seconds: 60 by default. */
  longestPauseSeconds?: number;
  /** How long a server may take to start its response, in seconds: 60 by default. */
  timeoutSeconds?: number;
  /** Headers of every request, such as those that a proxy requires. */
  headers?: Record<string, string>;
  /** Used instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** One request, as its endpoint expects it. */
export interface Sending extends CallOptions, OnceOptions {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  header?: Record<string, string>;
  body?: unknown;
}

/**
 * Sends a request, retries it where allowed, and reads the response by `read`. @throws ApiError, or the reason of the
 * signal
 */
export type Sender = <T>(
  method: string,
  path: string,
  sending: Sending,
  read: (response: Response) => Promise<T>,
) => Promise<T>;

export function openSender(options: ClientOptions): Sender {
  const base = baseOf(options.url);
  const headers = headersOf(options);
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const { retries = 3, longestPauseSeconds = 60, timeoutSeconds = 60 } = options;

  async function attempt<T>(request: Request, read: (response: Response) => Promise<T>, stop: AbortController) {
    const late = setTimeout(() => stop.abort(silent(timeoutSeconds)), timeoutSeconds * 1000);
    let response: Response;
    try {
      response = await send(request);
    } finally {
      clearTimeout(late);
    }
    if (response.ok || response.status === 304) return read(response);
    throw response.status < 400 ? notCopydesk(response) : await refusalOf(response);
  }

  return async (method, path, sending, read) => {
    const address = base + addressOf(path, sending);
    const { signal } = sending;
    const init: RequestInit = { method, headers: { ...headers, ...headersFor(sending) }, redirect: 'manual' };
    if (sending.body !== undefined) init.body = JSON.stringify(sending.body);
    const isSafe = method === 'GET' || method === 'PUT' || sending.idempotencyKey !== undefined;
    for (let failures = 0; ; failures += 1) {
      signal?.throwIfAborted();
      const stop = new AbortController();
      const ends = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
      const request = new Request(address, { ...init, signal: ends });
      try {
        return await attempt(request, read, stop);
      } catch (error) {
        signal?.throwIfAborted();
        const failure = failureOf(error, stop.signal);
        const seconds = failure.retryAfterSeconds ?? pauseSeconds(failures);
        if (failures >= retries || seconds > longestPauseSeconds || !mayRepeat(failure, isSafe)) throw failure;
        await pause(seconds, signal);
      }
    }
  };
}

/**
 * Reads a JSON body; an empty one is null. @throws ApiError for one that is something else, such as the page of a proxy
 */
export async function readJson<T>(response: Response): Promise<T> {
  if (response.status === 204) return JSON.parse('null');
  if (!(response.headers.get('content-type') ?? '').includes('json')) throw notCopydesk(response);
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notCopydesk(response, undefined, error);
  }
}

function baseOf(url: string): string {
  const { protocol, username, password, href, search, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`${protocol} is not http: or https:`);
  if (username !== '' || password !== '') throw new TypeError('The address of the server must not hold a password');
  if (search !== '' || hash !== '') throw new TypeError('The address of the server must end with its path');
  return href.replace(/\/+$/, '');
}

/** When a platform refuses a header, its message shows the value, so a key with a line break must be refused before. */
function headersOf({ key, headers }: ClientOptions): Record<string, string> {
  if (key !== undefined && !/^[\u0021-\u007e]+$/.test(key)) {
    throw new TypeError(
      'The key has characters that no key has: compare it with the one that was shown when it was made',
    );
  }
  return { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
}

function headersFor({ header, body, idempotencyKey }: Sending): Record<string, string> {
  return {
    ...header,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

function addressOf(template: string, { path = {}, query = {} }: Sending): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name] ?? '';
    // A URL treats `.` and `..` as path steps, escaped or not: they would lead to another endpoint.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is ${value === '' ? 'missing' : `"${value}"`}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

function silent(seconds: number): ApiError {
  return new ApiError('unreachable', `The server did not answer within ${seconds} seconds.`);
}

function failureOf(error: unknown, stopped: AbortSignal): ApiError {
  if (isApiError(error)) return error;
  if (isApiError(stopped.reason)) return stopped.reason;
  return new ApiError('unreachable', `The server cannot be reached: ${reasonOf(error)}.`, { cause: error });
}

/** Node says "fetch failed", and gives the reason in the cause: for a name with several addresses only as a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
}

/**
 * Whether a request may be retried. One that would do something twice is sent again only when the server has certainly
 * not started it. With an idempotency key a retry returns what the first request made.
 */
function mayRepeat({ code, status }: ApiError, isSafe: boolean): boolean {
  if (status === 429 || code === 'overloaded' || code === 'draining') return true;
  return isSafe && (code === 'unreachable' || code === 'idempotency_key_in_flight' || temporaryStatuses.has(status));
}

/** Temporary statuses. 502 to 504 also come from proxies. */
const temporaryStatuses = new Set<number | undefined>([408, 502, 503, 504]);

/**
 * Returns a quarter of a second, doubled each time, up to eight seconds. Randomly shortened, so that many clients do
 * not come back at once.
 */
function pauseSeconds(failures: number): number {
  return Math.min(8, 0.25 * 2 ** failures) * (0.5 + Math.random() / 2);
}
