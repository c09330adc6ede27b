import type { Logger } from 'pino';
import type { RunningServer } from '../../operator/operator.ts';
import type { Settings } from '../../settings.ts';
import { freePort, requireMetricsPort } from './free-port.ts';
import { openStore } from './open-store.ts';
import type { Store } from './open-store.ts';
import type { WorkOptions } from '../job/work.ts';

/**
 * Starts the API, and a worker with it by default. The port is taken before anything else, so that a second
 * server on it changes nothing.
 *
 * @throws CopydeskError `port_in_use`, and those of `openApp`.
 */
export async function startServer(
  settings: Settings,
  options: { worker: boolean; log: Logger } & WorkOptions,
): Promise<RunningServer> {
  const port = await freePort(settings.host, settings.port);
  await requireMetricsPort(settings);
  if (options.worker && settings.vale !== undefined) {
    const { requireVale } = await import('../../style-check/version.ts');
    await requireVale(settings.vale);
  }
  // Loading a thousand modules occupies this process for as long as an embedded database needs to start in processes of
  // its own: these begin first.
  const launched = Promise.withResolvers<void>();
  const store = openStore(settings, options.log, { onLaunched: launched.resolve });
  await Promise.race([launched.promise, store]);
  return await loadAndServe(settings, port, store, options);
}

async function loadAndServe(
  settings: Settings,
  port: number,
  store: Promise<Store>,
  options: { worker: boolean; log: Logger } & WorkOptions,
): Promise<RunningServer> {
  // `serveOn` reports why there is none.
  store.catch(() => {});
  try {
    const { serveOn } = await import('./serve-app.ts');
    return await serveOn(settings, port, store, options);
  } catch (error) {
    // Also closed with the app, when that was opened.
    await store.then(({ close }) => close()).catch(() => {});
    throw error;
  }
}
