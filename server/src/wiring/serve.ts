import type { Logger } from 'pino';
import type { RunningServer } from '../operator/operator.ts';
import { baseAddress } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { requireVale } from '../style-check/version.ts';
import { freePort } from './free-port.ts';
import { openApp } from './app.ts';
import { metricsOf } from './metrics/serve-metrics.ts';
import { warnAtStart } from './start-warnings.ts';
import type { WorkOptions } from './work.ts';

/**
 * Starts the API, and a worker with it by default. The port is taken before anything else, so that a second
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
  // The database starts in processes of its own while this one loads a thousand modules, which takes as long.
  const opening = openApp(settings, options.log, { url: baseAddress(settings, port), metrics });
  const loading = import('./serve-app.ts');
  loading.catch(() => {});
  const app = await opening;
  try {
    const { serveApp } = await loading;
    return await serveApp(app, port, options);
  } catch (error) {
    await app.close();
    throw error;
  }
}
