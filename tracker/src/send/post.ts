/** What the server's answer means for the views that were sent. */
export type Outcome =
  /** They are counted, and stored durably. */
  | { kind: 'counted' }
  /** Nothing was wrong with them: send the same again, after so many seconds if the server said. */
  | { kind: 'later'; why: string; afterSeconds?: number; cause?: unknown }
  /** No retry will ever count them. */
  | { kind: 'refused'; why: string }
  /** A smaller batch may be accepted. */
  | { kind: 'too_large'; why: string }
  /** Someone has to change the options, the key or the server first. */
  | { kind: 'misconfigured'; why: string };

/** The input of one request; `now` in milliseconds since 1970. */
interface Message {
  endpoint: string;
  key: string;
  body: string;
  timeoutMilliseconds: number;
  now: number;
}

/** Sends one batch; never throws. */
export async function post(fetch: typeof globalThis.fetch, message: Message): Promise<Outcome> {
  const { endpoint, key, body, timeoutMilliseconds, now } = message;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      // A redirect leads to the sign-in page of a proxy, or to https from http: neither counts, and the key must go
      // nowhere else.
      redirect: 'manual',
      // It also ends the reading of the response.
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    // The response is read to its end, so that the connection can serve the next batch.
    return outcomeOf(response, await response.text(), now);
  } catch (error) {
    return { kind: 'later', why: `it cannot be reached (${reasonOf(error)})`, cause: error };
  }
}

function outcomeOf({ status, headers }: Response, text: string, now: number): Outcome {
  const why = `it answered ${status}${detailOf(text)}`;
  if (status === 202) return { kind: 'counted' };
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'later', why, afterSeconds: retryAfter(headers.get('retry-after'), now) };
  }
  if (status === 413) return { kind: 'too_large', why };
  if (status === 400 || status === 415 || status === 422) return { kind: 'refused', why };
  return { kind: 'misconfigured', why };
}

/** Returns the detail of a problem document (RFC 9457), which says what to do. */
function detailOf(text: string): string {
  const detail = /"detail"\s*:\s*("(?:[^"\\]|\\.){1,500}")/.exec(text)?.[1];
  return detail === undefined ? '' : `: ${detail}`;
}

/** Returns seconds. The header contains seconds or a date (RFC 9110, 10.2.3). */
function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** The message `fetch failed` says nothing, but its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
