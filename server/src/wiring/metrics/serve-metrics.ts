import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { spentBy, costOf } from '../../jobs/usage/usage.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Settings } from '../../settings.ts';
import { listenError, ofMetrics } from '../start/free-port.ts';
import type { App } from '../app.ts';
import { jobLimitsOf } from '../job/job-limits.ts';
import { version } from '../services/version.ts';
import { readGauges } from './gauges.ts';

const readEveryMilliseconds = 10_000;

/** Starts to measure this process when the operator wants it; otherwise nothing is loaded. */
export async function metricsOf(settings: Settings): Promise<Metrics | undefined> {
  if (settings.metrics === undefined) return undefined;
  const { prices } = jobLimitsOf(settings);
  const { openMetrics } = await import('../../metrics/open.ts');
  return openMetrics({
    version,
    clock: () => performance.now(),
    costOf(model, usage) {
      const at = new Date();
      return costOf([spentBy({ model, usage }, at, prices)], prices) ?? undefined;
    },
  });
}

/** Serves the metrics, and reads the database and the disk from time to time. Returns what ends both. */
export async function serveMetrics(app: App): Promise<{ address: string; close: () => Promise<void> } | undefined> {
  const { metrics, settings } = app;
  if (metrics === undefined || settings.metrics === undefined) return undefined;
  const { host, port } = settings.metrics;
  const { metricsServer } = await import('../../metrics/endpoint.ts');
  const server = metricsServer(metrics);
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw listenError(error, host, port, ofMetrics);
  }
  const over = new AbortController();
  const reading = keepReading(app, metrics, over.signal);
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}/metrics`;
  app.log.info({ address }, 'metrics are served');
  return {
    address,
    async close() {
      over.abort();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await reading;
    },
  };
}

async function keepReading(app: App, metrics: Metrics, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    metrics.setGauges(await readGauges(app));
    await setTimeout(readEveryMilliseconds, undefined, { signal, ref: false }).catch(() => {});
  }
}
