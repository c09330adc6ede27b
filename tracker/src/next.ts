import { askedOf, openQuietly } from './edge-request.ts';
import type { TrackerOptions } from './options.ts';
import { forwardedAddress } from './request/forwarded.ts';

/** What is used of Next.js's event. */
interface NextEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The build's files and pictures, under any base path, and the routes that serve data. */
const noPages = [/\/_next\//, '/api'];

/**
 * For the `proxy.ts` of Next.js 16 and the `middleware.ts` of 12.2 and newer: `export const proxy = tracker(options)`, or call
 * what it answers first in a proxy of your own. It runs before the page is made, so a view is told without a status.
 * Next.js loads a proxy with the first request: options that are not valid are told on the console, once, and the site
 * goes on without a tracker.
 */
export function tracker(options: TrackerOptions): (request: Request, event: NextEvent) => void {
  const opened = openQuietly(() => ({ ...options, exclude: [...noPages, ...(options.exclude ?? [])] }));
  return (request, event) => {
    // Next.js tells of no connection; its server, like every host of it, writes the address into this header.
    const read = () => askedOf(request, forwardedAddress(request.headers.get('x-forwarded-for') ?? undefined, 1));
    const answered = opened?.asked(read);
    answered?.({ status: undefined, contentType: undefined }, (work) => event.waitUntil(work));
  };
}
