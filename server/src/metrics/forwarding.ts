import { watchedTracing } from './measured-tracing.ts';
import type { EndedWork, Metrics } from './metrics.ts';

/**
 * Returns the metrics of a process that works for another one, which shows the metrics of both. Only finished work is
 * forwarded: the other process already counts everything else.
 */
export function forwardingMetrics(send: (work: EndedWork) => void): Metrics {
  return {
    tracing: (next) => watchedTracing(next, send),
    measure: send,
    countViews: () => {},
    replied: () => {},
    ranAutomation: () => {},
    addPool: () => {},
    setGauges: () => {},
    read: async () => ({ text: '', contentType: 'text/plain' }),
  };
}
