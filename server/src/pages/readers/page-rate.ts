import { openRateLimit } from '../../http/collect/rate-limit.ts';
import type { TellHeaders } from '../../http/collect/sending.ts';
import type { HttpServices } from '../../http/services.ts';

/** How many pages of readers may be looked at. */
export interface PageRate {
  /** @throws CopydeskError `quota_exceeded`. */
  take(who: string, tell: TellHeaders): void;
}

const perMinute = { readers: 240, share: 120, badge: 600 } as const;

/**
 * Bounds the pages by themselves, per person or address. They do not count on the organisation's quota of analytics:
 * that one is for programs, and people who click through their readers must not lock a nightly export out, nor an
 * export them. A CSV that a page links to is a request to the API, and counts there.
 */
export function openPageRate(services: Pick<HttpServices, 'now'>, pages: keyof typeof perMinute): PageRate {
  const named = { policy: `pages-${pages}`, what: 'requests for these pages' };
  const rate = openRateLimit(perMinute[pages], services, named);
  return { take: (who, tell) => rate.take(who, 1, tell) };
}
