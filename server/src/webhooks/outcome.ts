import { parseRetryAfter } from '../network/retry-after.ts';
import { plainLine } from './send-failure.ts';
import type { PostAnswer } from './post.ts';

/** How an attempt ended. */
export interface Outcome {
  result: 'delivered' | 'failed' | 'gone';
  /** The status of the reply; null without one. */
  status: number | null;
  /** Why it failed, as text for people; null for a success. */
  error: string | null;
  /** The wait that the receiver requested, in seconds. */
  retryAfterSeconds?: number;
}

/**
 * Classifies a reply: 2xx is a success, 410 the end of the webhook, and everything else a failure, including a
 * redirect.
 */
export function outcomeOf({ status, retryAfter, excerpt }: PostAnswer, now: Date): Outcome {
  if (status >= 200 && status < 300) return { result: 'delivered', status, error: null };
  const said = excerpt === '' ? '' : ` and said: ${excerpt}`;
  if (status === 410) return { result: 'gone', status, error: plainLine(`The receiver answered 410 Gone${said}`) };
  const asksForTime = status === 429 || status === 503;
  return {
    result: 'failed',
    status,
    error: status >= 300 && status < 400 ? redirectAdvice(status) : plainLine(`The receiver answered ${status}${said}`),
    ...(asksForTime && { retryAfterSeconds: parseRetryAfter(retryAfter, now) }),
  };
}

function redirectAdvice(status: number): string {
  return `The receiver answered ${status}, and redirects are not followed. Create a webhook for the final address.`;
}
