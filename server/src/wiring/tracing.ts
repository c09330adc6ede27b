import { openTelemetry } from '../telemetry/telemetry.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { House } from './house.ts';
import { version } from './version.ts';

/** What follows the jobs of a worker from outside; undefined where the operator has named no collector. */
export function tracingOf({ settings: { telemetry }, log }: House): Telemetry | undefined {
  return telemetry === undefined ? undefined : openTelemetry(telemetry, { version, log });
}
