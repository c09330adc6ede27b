import { parseRetryAfter } from '../../network/retry-after.ts';
import type { Fault } from './model-faults.ts';

/**
 * Returns how many seconds a provider asks to wait; undefined when it does not.
 *
 * OpenAI and Anthropic send `Retry-After`, and `retry-after-ms` too. Google sends it in the body. OpenAI's
 * `x-ratelimit-reset-…` counts when nothing remains of that limit
 * (https://developers.openai.com/api/docs/guides/rate-limits).
 */
export function retryAfter({ headers, retryDelay }: Fault, now: () => Date): number | undefined {
  const milliseconds = headers['retry-after-ms'];
  if (milliseconds !== undefined && /^\d{1,12}$/.test(milliseconds)) return Math.ceil(Number(milliseconds) / 1000);
  return parseRetryAfter(headers['retry-after'], now()) ?? parseDuration(retryDelay) ?? secondsToReset(headers);
}

/** Parses a duration such as `34.07s`, `6m0s` or `200ms`. */
function parseDuration(value: string | undefined): number | undefined {
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9}(?:\.\d+)?)s)?(?:(\d{1,9})ms)?$/.exec(value ?? '');
  if (parts === null || value === undefined || value === '') return undefined;
  const [hours = 0, minutes = 0, whole = 0, thousandths = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Math.ceil(hours * 3600 + minutes * 60 + whole + thousandths / 1000);
}

function secondsToReset(headers: Record<string, string>): number | undefined {
  const waits = ['requests', 'tokens']
    .filter((limit) => headers[`x-ratelimit-remaining-${limit}`] === '0')
    .map((limit) => parseDuration(headers[`x-ratelimit-reset-${limit}`]))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}
