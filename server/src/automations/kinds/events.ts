import type { Finding, KeptEvent, Material } from './kind.ts';

/** What an agent is given about one event. */
export interface Told {
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
export function gathered(
  events: readonly KeptEvent[],
  { read, tell }: { read: (event: unknown) => Told | undefined; tell: (count: number) => string },
): Finding {
  const taken: Told[] = [];
  const handled: string[] = [];
  let characters = 0;
  for (const { key, event } of events) {
    const told = read(event);
    const length = (told?.material ?? []).reduce((sum, { text }) => sum + text.length, 0);
    if (taken.length > 0 && (taken.length >= mostAtOnce || characters + length > mostCharacters)) break;
    characters += length;
    handled.push(key);
    if (told !== undefined) taken.push(told);
  }
  if (taken.length === 0) return { work: [], why: 'Nothing has come that it waits for.', handled };
  const rest = events.length - handled.length;
  const why = `${tell(taken.length)}${rest > 0 ? ` ${rest} more wait.` : ''}`;
  const work = {
    lane: '',
    why,
    links: taken.flatMap(({ links }) => links),
    material: taken.flatMap(({ material }) => material),
  };
  return { work: [work], why, handled };
}

/** Kinds that wait for events have no schedule. */
export const untimed = {
  nextAt: (): undefined => undefined,
  rehearse: async () => ({
    looks: [],
    notes: [
      'What would have come in the last 30 days is not known: it is kept from the day on that the automation is there.',
    ],
  }),
};
