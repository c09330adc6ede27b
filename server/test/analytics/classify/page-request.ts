import type { PageRequest } from '../../../src/analytics/classify/reader.ts';

/** A request without special properties except those given. */
export function pageRequest(given: Partial<PageRequest> = {}): PageRequest {
  return {
    userAgent: chrome,
    headers: undefined,
    address: undefined,
    markdownPath: false,
    url: undefined,
    at: Date.UTC(2026, 10, 21),
    source: 'server',
    ...given,
  };
}

export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36';

export const browserAccept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';
