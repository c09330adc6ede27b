import type { TrackerOptions } from './options.ts';
import type { Answer, Asked } from './request/asked.ts';
import { openTracker, type Tracker } from './tracker.ts';

/** Options, or a function that makes them from the environment, which an edge passes to its first request. */
export type EdgeOptions<Env> = TrackerOptions | ((env: Env) => TrackerOptions);

/** Describes a request of the fetch standard. It does not know its connection, so the caller must find the address. */
export function askedOf(request: Request, address: string | undefined): Asked {
  const { protocol, host, pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return {
    method: request.method,
    protocol: protocol.slice(0, -1),
    // The host that the reader requested, since some frameworks build the address from the name that they listen on.
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
 * Returns the tracker of an edge instance, opened when the environment is known. Invalid options that are given
 * directly throw when the site starts. Invalid ones that are made at the first request are reported on the console, and
 * the site continues without a tracker.
 */
export function edgeTracker<Env>(options: EdgeOptions<Env>): (env: Env) => Tracker | undefined {
  if (typeof options !== 'function') {
    const opened = openTracker(options);
    return () => opened;
  }
  let opened: { tracker: Tracker | undefined } | undefined;
  return (env) => (opened ??= { tracker: openQuietly(() => options(env)) }).tracker;
}

/** Returns undefined, and warns on the console, when the options are not valid. A request never sees an exception. */
export function openQuietly(read: () => TrackerOptions): Tracker | undefined {
  try {
    return openTracker(read());
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)} No views are counted.`);
    return undefined;
  }
}
