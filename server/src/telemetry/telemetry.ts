import { noTracing } from '../agent/call/tracing.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Telemetry, TelemetryOptions } from './tracer.ts';

/** Loads nothing of OpenTelemetry before the first job. */
export function openTelemetry(settings: TelemetrySettings, options: TelemetryOptions): Telemetry {
  let loaded: Promise<Telemetry | undefined> | undefined;
  const load = async (): Promise<Telemetry | undefined> => {
    try {
      const { openTracer } = await import('./tracer.ts');
      return openTracer(settings, options);
    } catch (error) {
      options.log.warn({ err: error }, 'OpenTelemetry could not be loaded; jobs are not traced');
      return undefined;
    }
  };
  return {
    async within(draft, work) {
      loaded ??= load();
      return await ((await loaded) ?? noTracing).within(draft, work);
    },
    async close() {
      await (await loaded)?.close();
    },
  };
}
