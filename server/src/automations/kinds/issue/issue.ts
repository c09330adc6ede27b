import type { IssueTrigger } from '@copydesk/contract';
import { z } from 'zod';
import { withoutSchedule, workFromEvents } from '../events.ts';
import type { AgentInput } from '../events.ts';
import type { Kind } from '../kind.ts';

/** An issue of the code host, as it is stored. */
export const Issue = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
});

export type Issue = z.infer<typeof Issue>;

/** Whether an issue has one of the labels, or is assigned to one of the accounts. Hosts ignore the case of both. */
export function waitsFor(
  { labels, assignees }: Pick<IssueTrigger, 'labels' | 'assignees'>,
  there: Pick<Issue, 'labels' | 'assignees'>,
): boolean {
  return isShared(labels, there.labels) || isShared(assignees, there.assignees);
}

function isShared(wanted: readonly string[], there: readonly string[]): boolean {
  const lower = new Set(there.map((one) => one.toLowerCase()));
  return wanted.some((one) => lower.has(one.toLowerCase()));
}

/** Handles an issue that gets a label or is assigned. It is handled once, however often its labels change. */
export function issue(trigger: IssueTrigger): Kind {
  return {
    ...withoutSchedule,
    fault: () => undefined,
    async check({ events }) {
      return workFromEvents(events, { read: (event) => inputOf(trigger, event), describe });
    },
  };
}

function describe(count: number): string {
  return count === 1 ? 'An issue matches the automation.' : `${count} issues match the automation.`;
}

/** Returns undefined for an issue that only an earlier setting waited for. */
function inputOf(trigger: IssueTrigger, event: unknown): AgentInput | undefined {
  const { data } = Issue.safeParse(event);
  if (data === undefined || !waitsFor(trigger, data)) return undefined;
  const { number, title, body, link } = data;
  return {
    links: link === '' ? [] : [link],
    material: [{ title: `Issue ${number}`, text: [title, link, body].filter((one) => one !== '').join('\n\n') }],
  };
}
