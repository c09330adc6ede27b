import type { Finding, StoredEvent, Material } from './kind.ts';

/** What an agent is given about one event. */
export interface AgentInput {
  material: Material[];
  links: string[];
}

/** How much about the events one job is given, in characters: the rest is for the next message. */
const mostCharacters = 15_000;

const mostAtOnce = 20;

/**
 * Turns events into work, as much as fits into a prompt. Events that cannot be read, or that it does not
 * wait for, are marked as handled too.
 */
export function workFromEvents(
  events: readonly StoredEvent[],
  { read, describe }: { read: (event: unknown) => AgentInput | undefined; describe: (count: number) => string },
): Finding {
  const taken: AgentInput[] = [];
  const handled: string[] = [];
  let characters = 0;
  for (const { key, event } of events) {
    const input = read(event);
    const length = (input?.material ?? []).reduce((sum, { text }) => sum + text.length, 0);
    if (taken.length > 0 && (taken.length >= mostAtOnce || characters + length > mostCharacters)) break;
    characters += length;
    handled.push(key);
    if (input !== undefined) taken.push(input);
  }
  if (taken.length === 0) return { work: [], why: 'No event that it waits for has come.', handled };
  const rest = events.length - handled.length;
  const why = `${describe(taken.length)}${rest > 0 ? ` ${rest} more wait.` : ''}`;
  const work = {
    lane: '',
    why,
    links: taken.flatMap(({ links }) => links),
    material: taken.flatMap(({ material }) => material),
  };
  return { work: [work], why, handled };
}

/** Kinds that wait for events have no schedule. */
export const withoutSchedule = {
  nextAt: (): undefined => undefined,
  simulate: async () => ({
    checks: [],
    notes: ['The events of the last 30 days are unknown: events are kept from the creation of the automation on.'],
  }),
};
