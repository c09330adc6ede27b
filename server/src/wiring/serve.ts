import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildServer } from '../http/server.ts';
import type { RunningServer } from '../operator/operator.ts';
import { baseAddress } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { requireVale } from '../style-check/version.ts';
import { freePort, listenError } from './free-port.ts';
import { openApp } from './app.ts';
import { httpServicesOf } from './http-services.ts';
import { metricsOf, serveMetrics } from './metrics/serve-metrics.ts';
import { operatorServices } from './operator-services.ts';
import { running } from './running.ts';
import { warnAtStart } from './start-warnings.ts';
import { openViews } from './views.ts';
import { startAppWorker } from './work.ts';
import type { WorkOptions } from './work.ts';

/**
 * Starts the API, and a worker with it unless told otherwise. The port is taken before anything else, so that a second
 * server on it changes nothing.
 *
 * @throws CopydeskError `port_in_use`, and those of {@link openApp}.
 */
export async function startServer(
  settings: Settings,
  options: { worker: boolean; log: Logger } & WorkOptions,
): Promise<RunningServer> {
  const port = await freePort(settings.host, settings.port);
  await warnAtStart(settings, options.log);
  if (options.worker && settings.vale !== undefined) await requireVale(settings.vale);
  const metrics = await metricsOf(settings);
  const app = await openApp(settings, options.log, { url: baseAddress(settings, port), metrics });
  const views = openViews(app);
  const state = { draining: false };
  const close = async (): Promise<void> => {
    await views.store.close();
    await app.close();
  };
  try {
    const http = buildServer(httpServicesOf(app, views, state));
    await listen(http, settings.host, port);
    const measured = await serveMetrics(app);
    const worker = options.worker ? startAppWorker(app, options) : undefined;
    // A server that an update replaces is drained first. The API continues until it is stopped.
    void worker?.drained
      .then(() => worker.stop())
      .catch((error: unknown) => options.log.warn({ err: error }, 'drained'));
    const server = running(async () => {
      state.draining = true;
      await Promise.all([http.close(), worker?.stop(), measured?.close()]);
      await close();
    });
    return { ...server, url: app.url, services: operatorServices(app) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * How many connections may wait to be accepted. With Node's 511, the system dropped most of a burst of 2,000, whose
 * clients retry after 1, 3, 7 and 15 seconds. The system may have a lower limit of its own (net.core.somaxconn).
 */
const backlog = 4_096;

async function listen(http: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await http.listen({ host, port, backlog });
  } catch (error) {
    // The port was free a moment ago, but another process took it while the database was being created.
    throw listenError(error, host, port);
  }
}
