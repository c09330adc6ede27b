import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildServer } from '../http/server.ts';
import type { RunningServer } from '../operator/operator.ts';
import { baseAddress } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { requireVale } from '../style-check/version.ts';
import { freePort, listenError } from './free-port.ts';
import { openHouse } from './house.ts';
import { httpServicesOf } from './http-services.ts';
import { metricsOf, serveMetrics } from './metrics/serve-metrics.ts';
import { operatorServices } from './operator-services.ts';
import { running } from './running.ts';
import { warnAtStart } from './start-warnings.ts';
import { openViews } from './views.ts';
import { startHouseWorker } from './work.ts';
import type { WorkOptions } from './work.ts';

/**
 * Starts the API, and a worker with it unless told otherwise. The port is taken before anything else, so that a second
 * server on it changes nothing.
 *
 * @throws CopydeskError `port_in_use`, and those of {@link openHouse}.
 */
export async function startServer(
  settings: Settings,
  options: { worker: boolean; log: Logger } & WorkOptions,
): Promise<RunningServer> {
  const port = await freePort(settings.host, settings.port);
  await warnAtStart(settings, options.log);
  if (options.worker && settings.vale !== undefined) await requireVale(settings.vale);
  const metrics = await metricsOf(settings);
  const house = await openHouse(settings, options.log, { url: baseAddress(settings, port), metrics });
  const views = openViews(house);
  const state = { draining: false };
  const close = async (): Promise<void> => {
    await views.store.close();
    await house.close();
  };
  try {
    const app = buildServer(httpServicesOf(house, views, state));
    await listen(app, settings.host, port);
    const measured = await serveMetrics(house);
    const worker = options.worker ? startHouseWorker(house, options) : undefined;
    // A server that an update replaces is drained first. The API continues until it is stopped.
    void worker?.drained
      .then(() => worker.stop())
      .catch((error: unknown) => options.log.warn({ err: error }, 'drained'));
    const server = running(async () => {
      state.draining = true;
      await Promise.all([app.close(), worker?.stop(), measured?.close()]);
      await close();
    });
    return { ...server, url: house.url, services: operatorServices(house) };
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

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, backlog });
  } catch (error) {
    // The port was free a moment ago, but another process took it while the database was being created.
    throw listenError(error, host, port);
  }
}
