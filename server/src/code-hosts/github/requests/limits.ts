import { CopydeskError } from '@copydesk/contract';
import { parseRetryAfter } from '../../../network/retry-after.ts';
import type { Answer } from './transport.ts';

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
const secondaryPauseSeconds = 60;

/** Returns the rate limit that a reply reports, and how long it lasts; undefined when it reports none. */
export function limited({ status, headers, data }: Answer, now: Date): CopydeskError | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfter = parseRetryAfter(headers['retry-after'], now);
  if (retryAfter !== undefined) return limit('secondary', Math.max(retryAfter, 1));
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number.parseInt(headers['x-ratelimit-reset'] ?? '', 10);
    const seconds = Number.isFinite(reset) ? Math.ceil(reset - now.getTime() / 1000) + 1 : secondaryPauseSeconds;
    return limit('primary', Math.max(seconds, 1));
  }
  if (status === 429 || /rate limit|abuse detection/iu.test(JSON.stringify(data))) {
    return limit('secondary', secondaryPauseSeconds);
  }
  return undefined;
}

function limit(kind: 'primary' | 'secondary', retryAfterSeconds: number): CopydeskError {
  const what =
    kind === 'primary'
      ? "GitHub's limit of requests per hour is used up for this credential"
      : "GitHub's secondary limit holds: too many requests within a short time";
  const detail = `${what}. It ends in about ${retryAfterSeconds} seconds.`;
  return new CopydeskError('code_host_limited', detail, { retryAfterSeconds });
}
