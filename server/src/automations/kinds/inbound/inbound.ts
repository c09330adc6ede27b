import type { InboundTrigger } from '@copydesk/contract';
import { z } from 'zod';
import { withoutSchedule, workFromEvents } from '../events.ts';
import type { Kind } from '../kind.ts';

/** A request to a trigger, as it is stored. */
export const InboundEvent = z.object({
  from: z.string(),
  parts: z.array(z.object({ title: z.string(), text: z.string() })),
});

export type InboundEvent = z.infer<typeof InboundEvent>;

/** Gathers the requests to a trigger: many requests in a short time become one job. */
export function inbound(_trigger: InboundTrigger): Kind {
  return {
    ...withoutSchedule,
    fault: () => undefined,
    async check({ events }) {
      return workFromEvents(events, { read: inputOf, describe });
    },
  };
}

function describe(count: number): string {
  return count === 1 ? 'A request came to its trigger.' : `${count} requests came to its trigger.`;
}

function inputOf(event: unknown) {
  const { data } = InboundEvent.safeParse(event);
  return data && { links: [], material: data.parts };
}
