import { type NodeRequest, type NodeResponse, watchNode } from './node.ts';
import type { TrackerOptions } from './options.ts';
import { type Handle, openTracker } from './tracker.ts';

/** Express removes the mount path of a middleware from `url`, and keeps the whole path here. */
interface ExpressRequest extends NodeRequest {
  originalUrl?: string;
}

type ExpressMiddleware = (request: ExpressRequest, response: NodeResponse, next: () => void) => void;

/**
 * For Express 4 and 5: `app.use(tracker(options))`, before the handlers that serve pages.
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
