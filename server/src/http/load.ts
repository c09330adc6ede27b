import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CopydeskError } from '@copydesk/contract';
import type { HttpLimits } from './services.ts';

/** How much is being worked on, and whether it is too much. */
export interface Load {
  /**
   * Counts a request in, small ones of which there may be many at once apart from the others.
   * @throws CopydeskError `overloaded` instead when there are too many.
   */
  enter(request: object, options?: { small?: boolean }): void;
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
  const small = new Set<object>();
  let late = false;
  delay.enable();
  const timer = setInterval(() => {
    late = delay.mean / 1e6 > limits.eventLoopDelayMilliseconds;
    delay.reset();
  }, sampleMilliseconds);
  timer.unref();
  return {
    enter(request, options) {
      const [among, maximum] = options?.small
        ? [small, limits.smallRequestsInFlight]
        : [inFlight, limits.requestsInFlight];
      if (late || among.size >= maximum) {
        throw new CopydeskError('overloaded', 'Too many requests are being worked on. Send this one again shortly.');
      }
      among.add(request);
    },
    leave(request) {
      inFlight.delete(request);
      small.delete(request);
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
