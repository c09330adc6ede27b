import { CopydeskError } from '@copydesk/contract';
import type { z } from 'zod';
import { notPublic } from '../../network/address-refused.ts';
import { parseRetryAfter } from '../../network/retry-after.ts';
import type { HostAccess } from '../access.ts';

export interface HostRequest {
  /** `GET` when absent. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** The path below the base address of the API, already encoded. */
  path: string;
  query?: Record<string, string | number>;
  body?: object;
}

export interface HostAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined when it is not JSON. */
  json: unknown;
  /** The raw body. */
  text: string;
}

export type AskHost = (request: HostRequest) => Promise<HostAnswer>;

/** Any page of a list is far smaller; a larger body is not a reply of the host's API. */
export const answerBytes = 16 * 1024 * 1024;

/** Used when no reply says how long a limit lasts: most last for a minute. */
const limitedSeconds = 60;

/**
 * Returns a function that sends a request to a host with `fetch`, once: the caller waits and retries, not this.
 * Redirects are returned, not followed, so that the credential goes nowhere else.
 *
 * @param headers that authenticate.
 * @returns every reply except 429 and 5xx.
 * @throws CopydeskError `code_host_limited`, `code_host_unreachable`.
 */
export function hostHttp(
  { apiUrl, timeoutMilliseconds, now }: Pick<HostAccess, 'apiUrl' | 'timeoutMilliseconds' | 'now'>,
  headers: Record<string, string>,
): AskHost {
  const place = new URL(apiUrl).host;
  return async ({ method, path, query = {}, body }) => {
    const url = new URL(`${apiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const answer = await answerOf(place, async () => {
      const response = await fetch(url, {
        ...(method && { method }),
        headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      return { status: response.status, headers: response.headers, text: await limitedText(response) };
    });
    refuseWhatMayPass(answer, place, now());
    return { ...answer, json: parsed(answer.text) };
  };
}

/** Parses a successful reply by its schema. @throws CopydeskError `code_host_unreachable`. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: HostAnswer,
  host: string,
): z.infer<Schema> {
  const read = schema.safeParse(answer.json);
  if (read.success) return read.data;
  const at = read.error.issues[0]?.path.join('.') ?? '';
  throw new CopydeskError(
    'code_host_unreachable',
    `${host} answered with ${answer.status}, but not as its API does${at === '' ? '' : ` (at "${at}")`}. ` +
      'Check the address of the API, and whether there is something in between, such as a proxy or a sign-in page.',
  );
}

/** Returns the reply to a request. @throws CopydeskError `code_host_unreachable` with the reason why there was none. */
export async function answerOf<Answer>(place: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw new CopydeskError('code_host_unreachable', `${place} cannot be reached: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Returns names and codes only: the rest of a network error may contain addresses with secrets. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection broke';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const code: unknown = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host name is not known';
  if (code === 'ERR_ADDRESS_NOT_PUBLIC') return `its name ${notPublic}`;
  if (code === 'ECONNREFUSED') return 'it refuses connections';
  if (typeof code === 'string' && /CERT|TLS|SSL|SELF_SIGNED/.test(code)) {
    return `its certificate is not trusted (${code}); name its authority in NODE_EXTRA_CA_CERTS`;
  }
  return typeof code === 'string' ? `the connection broke (${code})` : 'the connection broke';
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > answerBytes) throw new Error('The answer is too large.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws CopydeskError `code_host_limited`, `code_host_unreachable` for a reply that signals a temporary failure. */
export function refuseWhatMayPass(
  { status, headers }: Pick<HostAnswer, 'status' | 'headers'>,
  place: string,
  now: Date,
): void {
  if (status === 429) {
    const retryAfterSeconds = waitSeconds(headers, now) ?? limitedSeconds;
    throw new CopydeskError(
      'code_host_limited',
      `${place} limits the number of requests, and asks to wait for ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    );
  }
  if (status < 500 && status !== 408) return;
  throw new CopydeskError('code_host_unreachable', `${place} answered with ${status}: it is overloaded or broken.`, {
    retryAfterSeconds: waitSeconds(headers, now),
  });
}

/**
 * Returns what `Retry-After` says, or `RateLimit-Reset` as GitLab sends it: seconds since the Unix epoch
 * (https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/#response-headers).
 */
function waitSeconds(headers: Headers, now: Date): number | undefined {
  const reset = headers.get('ratelimit-reset')?.trim() ?? '';
  const wait =
    parseRetryAfter(headers.get('retry-after'), now) ??
    (/^\d+$/.test(reset) ? Number(reset) - now.getTime() / 1000 : undefined);
  return wait === undefined ? undefined : Math.min(Math.max(1, Math.ceil(wait)), 86_400);
}
