import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildServer } from '../../http/server.ts';
import type { RunningServer } from '../../operator/operator.ts';
import { baseAddress } from '../../settings.ts';
import type { Settings } from '../../settings.ts';
import type { Worker } from '../../worker/worker.ts';
import { openMigratingApp } from '../app.ts';
import type { App } from '../app.ts';
import { listenError } from './free-port.ts';
import { httpServicesOf } from '../services/http-services.ts';
import { metricsOf, serveMetrics } from '../metrics/serve-metrics.ts';
import type { Store } from './open-store.ts';
import { operatorServices } from '../services/operator-services.ts';
import { running } from './running.ts';
import { warnAtStart } from './start-warnings.ts';
import { openViews } from '../views/views.ts';
import type { WorkOptions } from '../job/work.ts';

/**
 * Opens the app on a database that is being opened, serves its API and pages, and works on its jobs by default.
 *
 * @throws CopydeskError those of `openApp`, and `port_in_use` when another process took the port in the meantime.
 */
export async function serveOn(
  settings: Settings,
  port: number,
  store: Promise<Store>,
  options: { worker: boolean; log: Logger } & WorkOptions,
): Promise<RunningServer> {
  const [metrics] = await Promise.all([metricsOf(settings), warnAtStart(settings, options.log)]);
  const url = baseAddress(settings, port);
  const { app, migrated } = await openMigratingApp(settings, options.log, { url, metrics, store });
  try {
    return await serveApp(app, migrated, port, options);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The caller that stops the server closes the app with it. */
async function serveApp(
  app: App,
  migrated: Promise<void>,
  port: number,
  options: { worker: boolean } & WorkOptions,
): Promise<RunningServer> {
  const views = openViews(app);
  const state = { draining: false };
  try {
    // The routes are built while a new database gets its tables. Nothing needs these yet: no request arrives, and a store
    // folds what it has written itself.
    const http = buildServer(httpServicesOf(app, views, state));
    await http.ready();
    await migrated;
    await listen(http, app.settings.host, port);
    const measured = await serveMetrics(app);
    const worker = options.worker ? await startWorking(app, options) : undefined;
    const server = running(async () => {
      state.draining = true;
      await Promise.all([http.close(), worker?.stop(), measured?.close()]);
      await views.store.close();
      await app.close();
    });
    return { ...server, url: app.url, services: operatorServices(app) };
  } catch (error) {
    await views.store.close();
    throw error;
  }
}

/** Loading the modules of the worker occupies the process for so long; whoever waited for the start is answered before. */
const pauseMilliseconds = 100;

async function startWorking(app: App, options: WorkOptions): Promise<Worker> {
  await setTimeout(pauseMilliseconds);
  const { startAppWorker } = await import('../job/work.ts');
  const worker = startAppWorker(app, options);
  // A server that an update replaces is drained first. The API continues until it is stopped.
  void worker.drained.then(() => worker.stop()).catch((error: unknown) => app.log.warn({ err: error }, 'drained'));
  return worker;
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
