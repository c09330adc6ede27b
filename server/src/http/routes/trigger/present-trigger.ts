import type { Trigger } from '@copydesk/contract';
import type { StoredTrigger } from '../../../triggers/trigger.ts';

/** Returns a trigger in the form of the API. */
export function presentTrigger(baseUrl: string, trigger: StoredTrigger): Trigger {
  const { id, name, prompt, scheme, fields, when, perHour } = trigger;
  return {
    id,
    name,
    prompt,
    scheme,
    fields,
    when,
    perHour,
    url: `${baseUrl}/v1/triggers/${id}`,
    createdAt: trigger.createdAt.toISOString(),
    usedAt: trigger.usedAt?.toISOString() ?? null,
    disabledAt: trigger.disabledAt?.toISOString() ?? null,
    deliveries: trigger.deliveries,
  };
}
