import type { Settings } from '../options.ts';
import type { View } from '../request/view.ts';
import { openBackground } from './background.ts';
import { openDelivery, type Outside } from './delivery.ts';
import { openEdge, type WaitUntil } from './edge.ts';
import { openQueue } from './queue.ts';
import { openReport } from './report.ts';

/** Tells the server of views, in the background and in batches. Nothing here throws, and nothing waits. */
export interface Sender {
  /** Takes a view. With `waitUntil` it is sent by the request's own leave; without it, by the process's timers. */
  add: (view: View, waitUntil?: WaitUntil) => void;
  /** Sends what waits, at once; resolves when it is sent, when a try has failed, or after so many milliseconds. */
  flush: (withinMilliseconds?: number) => Promise<void>;
  /** A bug of the middleware itself, which must not become one of the site's. */
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
