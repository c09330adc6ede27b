import type { AutomationDryRun } from '@copydesk/contract';
import type { StoredAutomation } from '../automations/automation.ts';
import { dryRun } from '../automations/dry-run.ts';
import type { Project } from '../projects/project.ts';
import type { HttpServices } from './services.ts';

/** Returns what an automation would have done in the last 30 days, for the API and the pages. Begins nothing. */
export async function dryRunAutomation(
  { db, log, now, jobDefaults, followsPrompt, jobLimits, automationSources }: HttpServices,
  automation: StoredAutomation,
  project: Project,
): Promise<AutomationDryRun> {
  const { prices } = jobLimits;
  const services = { db, log, jobDefaults, followsPrompt, prices, sources: automationSources };
  return await dryRun(services, automation, { project, now: now() });
}
