import type { CreatedTrigger, Trigger, TriggerRequest } from '@copydesk/contract';

/** What operators do with triggers. Each method throws `not_found` when the trigger or project does not exist. */
export interface TriggerServices {
  /** @throws CopydeskError `invalid_request`, `too_many_triggers` */
  create(draft: TriggerRequest & { projectId: string }): Promise<CreatedTrigger>;
  list(projectId: string): Promise<Trigger[]>;
  rotate(id: string): Promise<CreatedTrigger>;
  /** Switches a trigger on or off. While it is off, incoming requests are refused. */
  switch(id: string, isOn: boolean): Promise<Trigger>;
  delete(id: string): Promise<void>;
}
