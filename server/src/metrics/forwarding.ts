import { watchedTracing } from './measured-tracing.ts';
import type { EndedWork, Metrics } from './metrics.ts';

/** For a process that works for another one, which shows the metrics of both: all but the work is counted there already. */
export function forwardingMetrics(send: (work: EndedWork) => void): Metrics {
  return {
    tracing: (next) => watchedTracing(next, send),
    measure: send,
    countViews: () => {},
    replied: () => {},
    ranAutomation: () => {},
    addPool: () => {},
    look: () => {},
    read: async () => ({ text: '', contentType: 'text/plain' }),
  };
}
