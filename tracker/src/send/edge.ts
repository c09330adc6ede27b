import { gatherMilliseconds } from './background.ts';
import { type Delivery, timeoutMilliseconds } from './delivery.ts';
import { pause } from './pause.ts';
import { maximumBatch, type Queue } from './queue.ts';

/** Keeps work alive after the response: `ctx.waitUntil` of an edge. */
export type WaitUntil = (work: Promise<void>) => void;

/** The sender for an edge, where nothing runs outside of a request. */
export interface Edge {
  /** Called when a view was added by a request, with the function that keeps work alive. */
  wake(waitUntil: WaitUntil): void;
}

/** Cloudflare grants 30 seconds after the response. What is not sent by then goes with a later request. */
const budgetMilliseconds = 25_000;

/**
 * One request at a time collects for everything that its instance serves: it waits for others' views and sends them
 * together. On an edge no request may wait for the timer or the connection of another, so they share only the queue and
 * the time from which another may collect. If the edge ends the collecting request, a later one takes over.
 */
export function openEdge(queue: Queue, delivery: Delivery, now: () => number): Edge {
  let freeAt = 0;

  async function collect(): Promise<void> {
    const end = now() + budgetMilliseconds;
    freeAt = end + timeoutMilliseconds;
    await gather();
    let waitMilliseconds = 0;
    while (queue.size > 0 && now() + waitMilliseconds < end) {
      if (waitMilliseconds > 0) await pause(waitMilliseconds).over;
      waitMilliseconds = await delivery.attempt();
      if (waitMilliseconds === 0 && queue.size > 0) await gather();
    }
    // The next collecting request waits for the rest of the time that the server, or the last failure, asked for.
    freeAt = now() + waitMilliseconds;
  }

  async function gather(): Promise<void> {
    if (queue.size < maximumBatch) await pause(gatherMilliseconds).over;
  }

  return {
    wake(waitUntil) {
      if (now() >= freeAt) waitUntil(collect());
    },
  };
}
