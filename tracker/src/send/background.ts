import type { Delivery } from './delivery.ts';
import { idlePause, type Pause, pause } from './pause.ts';
import { maximumBatch, type Queue } from './queue.ts';

/** How long views are collected, unless a batch is full before. */
export const gatherMilliseconds = 2_000;

/** The sender for a process that keeps running between requests. */
export interface Background {
  /** Called when a view was added. */
  wake(): void;
  flush: (withinMilliseconds?: number) => Promise<void>;
}

/**
 * Runs one loop that ends when nothing waits, with one request in flight. Its timers keep no process alive, so a
 * process that has nothing else to do ends, and the waiting views are sent then.
 */
export function openBackground(queue: Queue, delivery: Delivery): Background {
  let running = false;
  let gathering: Pause | undefined;
  let flight: Promise<number> | undefined;

  /** A caller that comes while a request is in flight waits for the same one. */
  function attempt(): Promise<number> {
    flight ??= delivery.attempt().finally(() => (flight = undefined));
    return flight;
  }

  async function run(): Promise<void> {
    running = true;
    const forget = callAtProcessEnd(() => void flush());
    await gather();
    while (queue.size > 0) {
      const waitMilliseconds = await attempt();
      if (waitMilliseconds > 0) await idlePause(waitMilliseconds).over;
      else if (queue.size > 0) await gather();
    }
    forget();
    running = false;
  }

  async function gather(): Promise<void> {
    if (queue.size >= maximumBatch) return;
    gathering = idlePause(gatherMilliseconds);
    await gathering.over;
    gathering = undefined;
  }

  async function drain(): Promise<void> {
    while (queue.size > 0 && (await attempt()) === 0);
  }

  async function flush(withinMilliseconds = 5_000): Promise<void> {
    const limit = pause(withinMilliseconds);
    await Promise.race([drain(), limit.over]);
    limit.end();
  }

  return {
    wake() {
      if (queue.size >= maximumBatch) gathering?.end();
      if (!running) void run();
    },
    flush,
  };
}

/**
 * Calls once when the process has nothing left to do. `process` is looked up by name, since Next.js warns about
 * `process.once` in everything that it bundles for the edge. @returns a function that cancels the call.
 */
function callAtProcessEnd(call: () => void): () => void {
  const process: unknown = Reflect.get(globalThis, 'process');
  if (!isEmitter(process)) return () => {};
  process.once('beforeExit', call);
  return () => process.off('beforeExit', call);
}

interface Emitter {
  once(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** Edges have a `process` without events, or none. */
function isEmitter(process: unknown): process is Emitter {
  const has = (name: string) => typeof Reflect.get(Object(process), name) === 'function';
  return has('once') && has('off');
}
