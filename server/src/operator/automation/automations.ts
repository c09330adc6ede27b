import type {
  Automation,
  AutomationDryRun,
  AutomationPatch,
  AutomationRequest,
  AutomationRun,
  AutomationRunList,
} from '@copydesk/contract';
import type { z } from 'zod';

/** Identifies an automation by its id. */
export interface NamedAutomation {
  projectId: string;
  id: string;
}

/** What operators do with automations. Each method throws `not_found` when the automation or project does not exist. */
export interface AutomationCommands {
  /** @throws CopydeskError `invalid_request`, `too_many_automations` */
  create(projectId: string, draft: z.input<typeof AutomationRequest>): Promise<Automation>;
  /** Oldest first, each with its last run. */
  list(projectId: string): Promise<Automation[]>;
  /** @throws CopydeskError `invalid_request` */
  change(named: NamedAutomation, change: z.input<typeof AutomationPatch>): Promise<Automation>;
  delete(named: NamedAutomation): Promise<void>;
  run(named: NamedAutomation): Promise<AutomationRun>;
  dryRun(named: NamedAutomation): Promise<AutomationDryRun>;
  /** Newest first. */
  runs(named: NamedAutomation, limit: number): Promise<AutomationRunList['runs']>;
}
