import { readOptions, type TrackerOptions } from './options.ts';
import type { Answer, Asked } from './request/asked.ts';
import { runtimeBytes, viewId } from './request/id.ts';
import { isPage, mayBeView } from './request/page.ts';
import { isIncluded } from './request/paths.ts';
import { answeredView, pathOf, viewOf } from './request/view.ts';
import type { Outside } from './send/delivery.ts';
import type { WaitUntil } from './send/edge.ts';
import { type Counts, openSender } from './send/sender.ts';

/** What every middleware is made of. Nothing of it throws or waits while the site serves. */
export interface Tracker extends Handle {
  /**
   * A request has arrived; `read` tells it, and may throw without harm.
   * @returns what is to be called once the answer is known (or as soon as it is known that it will not be); undefined
   *   when no answer can make it a view.
   */
  asked(read: () => Asked): Answered | undefined;
}

/** What a site may do with a tracker besides having it track. */
export interface Handle {
  /**
   * Sends what waits, at once: for a shutdown that ends in `process.exit()`. Never rejects. Resolves when it is sent,
   * when a try has failed, or after so many milliseconds, 5,000 unless told otherwise.
   */
  flush: (withinMilliseconds?: number) => Promise<void>;
  /** What became of the views of this process. */
  counts: () => Counts;
}

/** With `waitUntil`, an edge is asked to keep the sending alive; without it, the process lives on by itself. */
export type Answered = (answer: Answer, waitUntil?: WaitUntil) => void;

const runtime: Outside = {
  // Looked up at each call, so that a site's own tests and instruments may put another in its place.
  fetch: (...request) => globalThis.fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
};

/**
 * Opens a tracker: the base of an adapter for a framework that has none here.
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

  /** A fault here is told, and is none of the site's. */
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
