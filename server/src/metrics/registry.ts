import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { catalogue } from './catalogue.ts';
import type { MetricName, MetricText } from './catalogue.ts';

/** Label values by label name. */
type Labels = Record<string, string>;

/** A registry whose metrics are set by their names in the catalogue. */
export interface Registered {
  /** Adds to a counter, observes in a histogram, or sets a gauge. */
  put: (name: MetricName, value: number, labels?: Labels) => void;
  /** Registers a function that runs before each read. */
  beforeRead: (update: () => void) => void;
  read: () => Promise<{ text: string; contentType: string }>;
}

/**
 * Opens a registry with every metric of the catalogue, and prom-client's metrics of the process under their usual
 * names.
 */
export function openRegistry(): Registered {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of costlyMetrics) registry.removeSingleMetric(name);
  const texts = Object.entries<MetricText>(catalogue);
  const metrics = new Map(texts.map(([name, text]) => [name, register(registry, name, text)]));
  const updates: (() => void)[] = [];
  return {
    put: (name, value, labels = {}) => metrics.get(name)?.(value, labels),
    beforeRead: (update) => void updates.push(update),
    async read() {
      for (const update of updates) update();
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

/** These enumerate everything that Node waits for, including each of ten thousand connections. */
const costlyMetrics = ['resources', 'handles', 'requests'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

type Put = (value: number, labels: Labels) => void;

function register(registry: Registry, name: string, { kind, help, labels, buckets = [] }: MetricText): Put {
  const common = { name, help, labelNames: [...labels], registers: [registry] };
  switch (kind) {
    case 'counter': {
      const counter = new Counter(common);
      return (value, of) => counter.inc(of, value);
    }
    case 'gauge': {
      const gauge = new Gauge(common);
      return (value, of) => gauge.set(of, value);
    }
    case 'histogram': {
      const histogram = new Histogram({ ...common, buckets: [...buckets] });
      return (value, of) => histogram.observe(of, value);
    }
  }
}
