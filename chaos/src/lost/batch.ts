import { writePrompt } from '../hosts/prompts.ts';
import type { Ledger, Story } from '../ledger.ts';
import type { Client } from '../load/client.ts';
import type { JobRow } from '../watch/facts.ts';
import { readRows, readUnsettled } from '../watch/facts.ts';
import type { Observer } from '../watch/observer.ts';
import { untilOver } from '../watch/until-over.ts';

/** How many requests are in progress at once. */
const width = 8;

/** Creates so many jobs, spread evenly over the projects. */
export async function postBatch(
  { ledger, client, now }: { ledger: Ledger; client: Client; now: () => number },
  { name, jobs, projects }: { name: string; jobs: number; projects: readonly string[] },
): Promise<Story[]> {
  const stories: Story[] = [];
  const lane = async (first: number): Promise<void> => {
    for (let number = first; number < jobs; number += width) {
      const key = `${name}${String(number + 1).padStart(4, '0')}`;
      const story = ledger.begin(key, projects[number % projects.length] ?? '');
      stories.push(story);
      const prompt = writePrompt({ key, message: 0, edits: 1 + (number % 3) });
      const request = { key: `${key}-0`, kind: 'create' as const, prompt, sentAt: now() };
      story.requests.push(request);
      await client.post(story, request);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs) }, (_, first) => lane(first)));
  return stories;
}

/** Returns the jobs of some stories, as the database has them. */
export async function rowsOf(observer: Pick<Observer, 'read'>, stories: readonly Story[]): Promise<JobRow[]> {
  const rows = await observer.read(readRows);
  const ids = new Set(stories.map(({ id }) => id));
  return (rows ?? []).filter(({ id }) => ids.has(id));
}

/** Counts in which states jobs have ended. */
export function tally(rows: readonly JobRow[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { status } of rows) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

/** When nothing has changed for this long, what is still active is stuck. */
const patienceMilliseconds = 180_000;

/**
 * Waits until all of these are settled and no followed checks could begin another turn of them.
 *
 * @returns those that are stuck.
 */
export async function untilSettled(
  { observer, now }: { observer: Pick<Observer, 'read'>; now: () => number },
  stories: readonly Story[],
): Promise<JobRow[]> {
  let active: JobRow[] = [];
  const check = async () => {
    const unsettled = await observer.read(readUnsettled);
    const rows = await rowsOf(observer, stories);
    active = rows.filter(({ status }) => status === 'active');
    const isOver = rows.length === stories.length && active.length === 0 && unsettled?.length === 0;
    return { isOver, moving: [unsettled, rows.map(({ epoch, events }) => [epoch, events])] };
  };
  return (await untilOver(check, { now, patienceMilliseconds })) ? [] : active;
}
