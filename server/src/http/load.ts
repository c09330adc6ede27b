import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CopydeskError } from '@copydesk/contract';
import type { HttpLimits } from './services.ts';

/** How much is being worked on, and whether it is too much. */
export interface Load {
  /** Counts a request in. @throws CopydeskError `overloaded` instead when there are too many. */
  enter(request: object): void;
  /** Counts it out; again does nothing. */
  leave(request: object): void;
  /** Ends the measuring. */
  stop(): void;
}

/** How often the delay of the event loop is looked at. */
const sampleMilliseconds = 1_000;

/**
 * Sheds load before any work is done for it. Two signs count: requests in flight, which pile up when the database
 * is slow, and the delay of the event loop, which grows when this process is.
 */
export function measureLoad(limits: HttpLimits): Load {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  const inFlight = new Set<object>();
  let late = false;
  delay.enable();
  const timer = setInterval(() => {
    late = delay.mean / 1e6 > limits.eventLoopDelayMilliseconds;
    delay.reset();
  }, sampleMilliseconds);
  timer.unref();
  return {
    enter(request) {
      if (late || inFlight.size >= limits.requestsInFlight) {
        throw new CopydeskError('overloaded', 'Too many requests are being worked on. Send this one again shortly.');
      }
      inFlight.add(request);
    },
    leave(request) {
      inFlight.delete(request);
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
