import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../http/server.ts';
import type { RunningServer } from '../operator/operator.ts';
import type { Worker } from '../worker/worker.ts';
import type { App } from './app.ts';
import { listenError } from './free-port.ts';
import { httpServicesOf } from './http-services.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { operatorServices } from './operator-services.ts';
import { running } from './running.ts';
import { openViews } from './views.ts';
import type { WorkOptions } from './work.ts';

/**
 * Serves the API and the pages of an app, and works on its jobs by default. The caller that stops the server closes
 * the app with it.
 *
 * @throws CopydeskError `port_in_use` when another process took the port in the meantime; the app stays open.
 */
export async function serveApp(
  app: App,
  port: number,
  options: { worker: boolean } & WorkOptions,
): Promise<RunningServer> {
  const views = openViews(app);
  const state = { draining: false };
  try {
    const http = buildServer(httpServicesOf(app, views, state));
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
  const { startAppWorker } = await import('./work.ts');
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
