import { gatherMilliseconds } from './background.ts';
import type { Delivery } from './delivery.ts';
import { pause } from './pause.ts';
import { maximumBatch, type Queue } from './queue.ts';

/** Keeps work alive after the answer: `ctx.waitUntil` of an edge. */
export type WaitUntil = (work: Promise<void>) => void;

/** The sending of an edge, where nothing lives but for a request. */
export interface Edge {
  /** A view was added by a request that may keep work alive so. */
  wake(waitUntil: WaitUntil): void;
}

/** Cloudflare grants 30 seconds after the answer; what is not sent by then goes with a later request. */
const budgetMilliseconds = 25_000;

/**
 * One request at a time collects for all that its instance answers: it waits for others' views and sends them together.
 * An edge lets no request wait for the timer or the connection of another, so they share nothing but the queue and the
 * moment until which a collector is trusted: should the edge end it, the next request takes over.
 */
export function openEdge(queue: Queue, delivery: Delivery, now: () => number): Edge {
  let collectingUntil = 0;

  async function collect(): Promise<void> {
    const end = now() + budgetMilliseconds;
    collectingUntil = end + gatherMilliseconds;
    await gather();
    while (queue.size > 0 && now() < end) {
      const waitMilliseconds = await delivery.attempt();
      if (now() + waitMilliseconds > end) break;
      if (waitMilliseconds > 0) await pause(waitMilliseconds).over;
      else if (queue.size > 0) await gather();
    }
    collectingUntil = 0;
  }

  async function gather(): Promise<void> {
    if (queue.size < maximumBatch) await pause(gatherMilliseconds).over;
  }

  return {
    wake(waitUntil) {
      if (now() < collectingUntil) return;
      waitUntil(collect());
    },
  };
}
