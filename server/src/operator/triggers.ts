import type { CreatedTrigger, Trigger, TriggerRequest } from '@copydesk/contract';

/** What operators do with triggers. Each method throws `not_found` for what is not there. */
export interface TriggerServices {
  /** @throws CopydeskError `invalid_request`, `too_many_triggers` */
  create(draft: TriggerRequest & { projectId: string }): Promise<CreatedTrigger>;
  list(projectId: string): Promise<Trigger[]>;
  rotate(id: string): Promise<CreatedTrigger>;
  /** Switches one on or off; what comes while it is off is refused. */
  switch(id: string, isOn: boolean): Promise<Trigger>;
  delete(id: string): Promise<void>;
}
