import { setTimeout } from 'node:timers/promises';
import { writePrompt } from '../hosts/prompts.ts';
import type { Ledger, Request, Story } from '../ledger.ts';
import { chanceOf } from '../random.ts';
import type { Chance } from '../random.ts';
import type { Client } from './client.ts';
import type { People } from './people.ts';

export interface LoadOptions {
  seed: number;
  projects: readonly string[];
  ledger: Ledger;
  client: Client;
  people: People;
  /** How many jobs are in progress at once. */
  width: number;
  /** How many jobs are active. */
  active: () => number;
  now: () => number;
}

export interface Load {
  /** Starts no more jobs. Resolves when those in progress have received all their messages. */
  finish: () => Promise<void>;
}

/** Keeps a number of jobs in progress, each with a life of its own from the seed. */
export function startLoad(options: LoadOptions): Load {
  const ending = new AbortController();
  const { signal } = ending;
  let count = 0;
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      await untilRoom(options, signal);
      count += 1;
      await live(options, `k${String(count).padStart(4, '0')}`, signal);
    }
  };
  const lanes = Array.from({ length: options.width }, lane);
  return {
    async finish() {
      ending.abort();
      await Promise.all(lanes);
    },
  };
}

/**
 * A life ends before its job does, so on a slow machine jobs would accumulate, and the last of them would wait for
 * minutes.
 */
async function untilRoom({ active, width }: LoadOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && active() >= 2 * width) await setTimeout(250);
}

/**
 * Runs the life of one job: it is created, waited for, and given follow-ups; its pull request is merged, closed or
 * pushed to; perhaps it is archived.
 */
async function live(options: LoadOptions, key: string, signal: AbortSignal): Promise<void> {
  const { client, people, ledger } = options;
  const chance = chanceOf(options.seed, `life of ${key}`);
  const story = ledger.begin(key, chance.pick(options.projects));
  if (!(await send(options, story, chance))) return;
  const rounds = chance.integer(0, 3);
  for (let round = 0; round < rounds && !signal.aborted; round += 1) {
    await waitSomewhat(client, story, chance);
    if (chance.happens(0.08)) return await client.archive(story);
    // People act while the job rests and while it runs.
    await actAsPeople(people, story, chance);
    // Two at once may be accepted in either order, and are read in that order.
    const followUps = chance.happens(0.2) ? 2 : 1;
    const accepted = await Promise.all(Array.from({ length: followUps }, () => send(options, story, chance)));
    if (accepted.includes(false)) return;
    if (chance.happens(0.3)) await actAsPeople(people, story, chance);
  }
  if (chance.happens(0.1)) await client.archive(story);
}

async function actAsPeople(people: People, story: Story, chance: Chance): Promise<void> {
  const draw = chance.next();
  if (draw < 0.2) await people.push(story);
  else if (draw < 0.3) await people.merge(story);
  else if (draw < 0.4) await people.close(story);
}

async function send({ client, now }: LoadOptions, story: Story, chance: Chance): Promise<boolean> {
  const message = story.requests.length;
  const edits = chance.pick([0, 1, 2, 2, 3, 3, 4, 5]);
  const request: Request = {
    key: `${story.key}-${message}`,
    kind: message === 0 ? 'create' : 'message',
    prompt: writePrompt({ key: story.key, message, edits }),
    sentAt: now(),
  };
  story.requests.push(request);
  return await client.post(story, request);
}

/** Waits until the job has settled, or only for a while: follow-ups come to running jobs too. */
async function waitSomewhat(client: Client, story: Story, chance: Chance): Promise<void> {
  if (chance.happens(0.35)) return await setTimeout(chance.integer(0, 2_000));
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const job = await client.read(story);
    if (job !== undefined && job.status !== 'active') return;
    await setTimeout(250);
  }
}
