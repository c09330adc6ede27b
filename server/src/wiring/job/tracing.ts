import { noTracing } from '../../agent/call/tracing.ts';
import { openTelemetry } from '../../telemetry/telemetry.ts';
import type { Telemetry } from '../../telemetry/tracer.ts';
import type { App } from '../app.ts';
import { version } from '../services/version.ts';

/**
 * Returns what traces the jobs of a worker; undefined when the operator has named no collector and measures nothing.
 */
export function tracingOf({ settings: { telemetry }, log, metrics }: App): Telemetry | undefined {
  const traced = telemetry === undefined ? undefined : openTelemetry(telemetry, { version, log });
  if (metrics === undefined) return traced;
  return { ...metrics.tracing(traced ?? noTracing), close: async () => await traced?.close() };
}
