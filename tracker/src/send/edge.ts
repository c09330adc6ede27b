import { gatherMilliseconds } from './background.ts';
import { type Delivery, timeoutMilliseconds } from './delivery.ts';
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
 * moment from which another may collect: should the edge end the one that does, a later request takes over.
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
    // The next collector waits for the rest of what the server, or the last failure, asked for.
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
