import type { Settings } from '../options.ts';
import type { View } from '../request/view.ts';
import { openBackground } from './background.ts';
import { openDelivery, type Outside } from './delivery.ts';
import { openEdge, type WaitUntil } from './edge.ts';
import { openQueue } from './queue.ts';
import { openReport } from './report.ts';

/** Sends views to the server, in the background and in batches. Nothing here throws, and nothing waits. */
export interface Sender {
  /** Adds a view. With `waitUntil` the request keeps the sending alive; without it, the process's timers send it. */
  add: (view: View, waitUntil?: WaitUntil) => void;
  /**
   * Sends the waiting views at once. Resolves when they are sent, when an attempt has failed, or after the given
   * milliseconds.
   */
  flush: (withinMilliseconds?: number) => Promise<void>;
  /** Reports a bug of the middleware itself, which must not affect the site. */
  failed: (error: unknown) => void;
  counts: () => Counts;
}

/** What became of the views of this process. */
export interface Counts {
  /** Counted by the server. */
  sent: number;
  /** Given up: the server refused them, or the queue was full. */
  dropped: number;
  waiting: number;
}

export function openSender(settings: Settings, outside: Outside): Sender {
  const queue = openQueue();
  const report = openReport(settings.onError);
  const delivery = openDelivery(queue, settings, report, outside);
  const background = openBackground(queue, delivery);
  const edge = openEdge(queue, delivery, outside.now);
  return {
    add(view, waitUntil) {
      if (!queue.add(view)) {
        delivery.counts.dropped += 1;
        report.disturbed(
          'full',
          `the newest views are not counted, since ${queue.size} wait for ${settings.endpoint}.`,
        );
      }
      if (waitUntil === undefined) background.wake();
      else edge.wake(waitUntil);
    },
    flush: background.flush,
    failed(error) {
      report.disturbed('failed', `a view was lost by a fault of the tracker: ${String(error)}`, error);
    },
    counts: () => ({ ...delivery.counts, waiting: queue.size }),
  };
}
