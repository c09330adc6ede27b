import { type NodeRequest, type NodeResponse, watchNode } from './node.ts';
import type { TrackerOptions } from './options.ts';
import { type Handle, openTracker } from './tracker.ts';

/** Express cuts the path where a middleware is mounted off `url`, and keeps the whole here. */
interface ExpressRequest extends NodeRequest {
  originalUrl?: string;
}

type ExpressMiddleware = (request: ExpressRequest, response: NodeResponse, next: () => void) => void;

/**
 * For Express 4 and 5: `app.use(tracker(options))`, in front of what serves the pages.
 * @throws TypeError when an option is missing or not valid.
 */
export function tracker(options: TrackerOptions): ExpressMiddleware & Handle {
  const opened = openTracker(options);
  const middleware: ExpressMiddleware = (request, response, next) => {
    watchNode(opened, { request, response, target: request.originalUrl ?? request.url });
    next();
  };
  return Object.assign(middleware, { flush: opened.flush, counts: opened.counts });
}
