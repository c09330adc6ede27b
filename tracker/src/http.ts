import { type NodeRequest, type NodeResponse, watchNode } from './node.ts';
import type { TrackerOptions } from './options.ts';
import { type Handle, openTracker } from './tracker.ts';

/**
 * For a plain `node:http` server, and everything that is built on one: call the returned function first in the request
 * listener, or `server.on('request', tracker(options))`.
 * @throws TypeError when an option is missing or not valid.
 */
export function tracker(options: TrackerOptions): ((request: NodeRequest, response: NodeResponse) => void) & Handle {
  const opened = openTracker(options);
  const listen = (request: NodeRequest, response: NodeResponse) =>
    watchNode(opened, { request, response, target: request.url });
  return Object.assign(listen, { flush: opened.flush, counts: opened.counts });
}
