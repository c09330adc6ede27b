import { askedOf, openQuietly } from './edge-request.ts';
import type { TrackerOptions } from './options.ts';
import { forwardedAddress } from './request/forwarded.ts';

/** The part of Next.js's event that is used. */
interface NextEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The build's files and images, under any base path, and the routes that serve data. */
const noPages = [/\/_next\//, '/api'];

/**
 * For the `proxy.ts` of Next.js 16 and the `middleware.ts` of 12.2 and newer: `export const proxy = tracker(options)`,
 * or call the returned function first in a proxy of your own. It runs before the page is rendered, so a view is
 * reported without a status. Next.js loads a proxy with the first request: invalid options are reported on the console,
 * once, and the site continues without a tracker.
 */
export function tracker(options: TrackerOptions): (request: Request, event: NextEvent) => void {
  const opened = openQuietly(() => ({ ...options, exclude: [...noPages, ...(options.exclude ?? [])] }));
  return (request, event) => {
    // Next.js provides no connection. Its server, like all of its hosts, writes the address into this header.
    const read = () => askedOf(request, forwardedAddress(request.headers.get('x-forwarded-for') ?? undefined, 1));
    const answered = opened?.asked(read);
    answered?.({ status: undefined, contentType: undefined }, (work) => event.waitUntil(work));
  };
}
