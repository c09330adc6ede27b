import type { CreatedTrigger, Trigger, TriggerRequest } from '@copydesk/contract';

/** What operators do with triggers. Each method throws `not_found` for what is not there. */
export interface TriggerServices {
  /** @throws CopydeskError `invalid_request`, `too_many_triggers` */
  create(draft: TriggerRequest & { projectId: string }): Promise<CreatedTrigger>;
  list(projectId: string): Promise<Trigger[]>;
  rotate(id: string): Promise<CreatedTrigger>;
  delete(id: string): Promise<void>;
}
