import type { TrackerOptions } from './options.ts';
import type { Answer, Asked } from './request/asked.ts';
import { openTracker, type Tracker } from './tracker.ts';

/** Options, or how they are made of the environment that an edge hands to its first request. */
export type EdgeOptions<Env> = TrackerOptions | ((env: Env) => TrackerOptions);

/** A request of the fetch standard. Such a request knows no connection: the address is the caller's to find. */
export function askedOf(request: Request, address: string | undefined): Asked {
  const { protocol, host, pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return {
    method: request.method,
    protocol: protocol.slice(0, -1),
    // What the reader asked for, where a framework makes the address from the name that it listens on.
    host: header('host') ?? host,
    target: pathname + search,
    header,
    address,
  };
}

export function answerOf(response: Response): Answer {
  return { status: response.status, contentType: response.headers.get('content-type') ?? undefined };
}

/**
 * The tracker of an instance of an edge, opened when the environment is known. Options that are not valid throw where
 * they are given as such, which is where the site starts. Those that are made at the first request are told on the
 * console, and the site goes on without a tracker.
 */
export function edgeTracker<Env>(options: EdgeOptions<Env>): (env: Env) => Tracker | undefined {
  if (typeof options !== 'function') {
    const opened = openTracker(options);
    return () => opened;
  }
  let opened: { tracker: Tracker | undefined } | undefined;
  return (env) => (opened ??= { tracker: openQuietly(() => options(env)) }).tracker;
}

/** Undefined, and a word on the console, when the options are not valid: nothing is thrown into a request. */
export function openQuietly(read: () => TrackerOptions): Tracker | undefined {
  try {
    return openTracker(read());
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)} No views are counted.`);
    return undefined;
  }
}
