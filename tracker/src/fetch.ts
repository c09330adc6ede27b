import { answerOf, askedOf } from './edge-request.ts';
import type { TrackerOptions } from './options.ts';
import { type Handle, openTracker } from './tracker.ts';

/** A handler of `Deno.serve`, `Bun.serve` and any other server of the fetch standard, in a long-running process. */
type FetchHandler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

/**
 * Wraps a fetch-style handler: `Deno.serve(tracker(options, handler))`. All further arguments of the server are passed
 * to the handler; `address` finds the reader's address in them.
 * @throws TypeError when an option is missing or not valid.
 */
export function tracker<Rest extends unknown[]>(
  options: TrackerOptions & { address?: (request: Request, ...rest: Rest) => string | undefined },
  handler: FetchHandler<Rest>,
): ((request: Request, ...rest: Rest) => Promise<Response>) & Handle {
  const opened = openTracker(options);
  const tracked = async (request: Request, ...rest: Rest) => {
    const answered = opened.asked(() => askedOf(request, options.address?.(request, ...rest)));
    const response = await handler(request, ...rest);
    answered?.(answerOf(response));
    return response;
  };
  return Object.assign(tracked, { flush: opened.flush, counts: opened.counts });
}
