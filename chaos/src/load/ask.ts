import type { Violations } from '../violations.ts';

/** A request to the API. A body that is no text is sent as JSON. */
export interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object | string | undefined;
}

export interface Answer {
  status: number;
  body: unknown;
}

const timeoutMilliseconds = 8_000;

/** Sends a request once. @returns undefined when there was no response. */
export async function ask(
  url: string,
  { method, path, headers = {}, body }: Asked,
  violations: Pick<Violations, 'add'>,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const text = await response.text();
    if (response.status === 500) violations.add('the API never answers 500', undefined, `${method} ${path}: ${text}`);
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether to send it again: after a server that is down or draining, a key in flight, a full queue. */
export function isPassing({ status, body }: Answer): boolean {
  if (status >= 500 || status === 429) return true;
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return code === 'idempotency_key_in_flight' || code === 'too_many_messages';
}
