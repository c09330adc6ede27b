import { openRateLimit } from '../../http/collect/rate-limit.ts';
import type { SetHeaders } from '../../http/collect/sending.ts';
import type { HttpServices } from '../../http/services.ts';

/** Limits how many of the readers' pages a viewer may open. */
export interface PageRate {
  /** @throws CopydeskError `quota_exceeded`. */
  take(who: string, setHeaders: SetHeaders): void;
}

const perMinute = { readers: 240, share: 120, badge: 600, feed: 60 } as const;

/**
 * Limits these pages separately, per person or address. They do not count towards the organisation's analytics quota,
 * which is for programs: people who click through their readers must not block a nightly export, nor must an export
 * block them. A CSV that a page links to is an API request, and counts there.
 */
export function openPageRate(services: Pick<HttpServices, 'now'>, pages: keyof typeof perMinute): PageRate {
  const named = { policy: `pages-${pages}`, what: 'requests for these pages' };
  const rate = openRateLimit(perMinute[pages], services, named);
  return { take: (who, setHeaders) => rate.take(who, 1, setHeaders) };
}
