import { readOptions, type TrackerOptions } from './options.ts';
import type { Answer, Asked } from './request/asked.ts';
import { runtimeBytes, viewId } from './request/id.ts';
import { isPage, mayBeView } from './request/page.ts';
import { isIncluded } from './request/paths.ts';
import { answeredView, pathOf, viewOf } from './request/view.ts';
import type { Outside } from './send/delivery.ts';
import type { WaitUntil } from './send/edge.ts';
import { type Counts, openSender } from './send/sender.ts';

/** The base of every middleware. Nothing in it throws or waits while the site serves. */
export interface Tracker extends Handle {
  /**
   * Handles a request that has arrived. `read` describes it, and may throw without harm.
   * @returns the function to call once the response is known (or once it is clear that it will not be); undefined
   *   when no response can make the request a view.
   */
  asked(read: () => Asked): Answered | undefined;
}

/** What a site may call on a tracker. */
export interface Handle {
  /**
   * Sends the waiting views at once: for a shutdown that ends in `process.exit()`. Never rejects. Resolves when they
   * are sent, when an attempt has failed, or after the given milliseconds, by default 5,000.
   */
  flush: (withinMilliseconds?: number) => Promise<void>;
  /** Returns what became of the views of this process. */
  counts: () => Counts;
}

/** With `waitUntil`, an edge is asked to keep the sending alive. Without it, the process keeps running by itself. */
export type Answered = (answer: Answer, waitUntil?: WaitUntil) => void;

const runtime: Outside = {
  // Looked up at each call, so that a site's own tests and instrumentation may replace it.
  fetch: (...request) => globalThis.fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
};

/**
 * Opens a tracker: the base for an adapter to a framework that has none here.
 * @throws TypeError when an option is missing or not valid.
 */
export function openTracker(options: TrackerOptions, outside: Outside = runtime): Tracker {
  const settings = readOptions(options);
  const sender = openSender(settings, outside);

  function arrive(asked: Asked): Answered | undefined {
    const path = pathOf(asked.target);
    if (!mayBeView(asked) || !isIncluded(path, settings)) return undefined;
    const at = outside.now();
    const view = viewOf(asked, { id: viewId(at, runtimeBytes), at, proxies: settings.proxies });
    return (answer, waitUntil) => {
      if (isPage(asked, path, answer)) sender.add(answeredView(view, answer), waitUntil);
    };
  }

  /** Reports a bug here, which must not affect the site. */
  function guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      sender.failed(error);
      return undefined;
    }
  }

  return {
    asked(read) {
      const answered = guarded(() => arrive(read()));
      return answered && ((answer, waitUntil) => guarded(() => answered(answer, waitUntil)));
    },
    flush: sender.flush,
    counts: sender.counts,
  };
}
