import type { Automation } from '@copydesk/contract';
import type { StoredAutomation } from './automation.ts';
import { presentRun } from './runs.ts';
import type { StoredRun } from './runs.ts';

/** Returns an automation in the form of the API, for a server at `baseUrl`. */
export function presentAutomation(
  baseUrl: string,
  automation: StoredAutomation,
  lastRun: StoredRun | undefined,
): Automation {
  const { id, name, trigger, prompt, limits, enabled, createdAt, nextAt, heldUntil } = automation;
  return {
    id,
    name,
    trigger,
    prompt,
    limits,
    enabled,
    createdAt: createdAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
    heldUntil: heldUntil?.toISOString() ?? null,
    lastRun: lastRun === undefined ? null : presentRun(baseUrl, lastRun),
  };
}
