import { collectEvents } from '../collect/collect.ts';
import type { CollectServices } from '../collect/collect.ts';
import type { CollectedEvent, CollectedProject } from '../collect/draft.ts';
import { dayMilliseconds, dayOf } from '../store/calendar.ts';
import { eventsOfDay } from './events-of-day.ts';

/** The site that page views are generated for. */
export interface GeneratedSite {
  project: CollectedProject;
  /** The same seed, page and day produce the same views. */
  seed: string;
  /** Paths of its pages, such as `/get-started/quickstart`. */
  pages: readonly string[];
}

/** Days as `YYYY-MM-DD` in UTC; `until` is excluded. */
interface Days {
  /** {@link firstDays} before `until` when absent, and never earlier. */
  from?: string;
  until: string;
}

/** How many days are generated at first, and at most at once. */
export const firstDays = 30;

const eventsAtOnce = 1_000;

/**
 * Stores invented page views of people, AI products and bots, the same for the same seed and day. They take the path of
 * all other views, with ids of their own, so that a repeated run counts them once.
 *
 * @throws CopydeskError `overloaded`, `database_unavailable`
 */
export async function generateViews(
  services: CollectServices,
  { project, seed, pages }: GeneratedSite,
  { from, until }: Days,
): Promise<void> {
  const end = Date.parse(until);
  const first = end - firstDays * dayMilliseconds;
  const begin = from === undefined ? first : Math.max(first, Date.parse(from));
  let waiting: CollectedEvent[] = [];
  const store = async (): Promise<void> => {
    const events = waiting;
    waiting = [];
    if (events.length > 0) await collectEvents(services, { project, source: 'server', events });
  };
  for (let at = begin; at < end; at += dayMilliseconds) {
    for (const event of eventsOfDay({ seed, pages, day: dayOf(at) })) {
      if (waiting.push(event) >= eventsAtOnce) await store();
    }
  }
  await store();
}
