import { setTimeout } from 'node:timers/promises';
import { chanceOf } from '../random.ts';
import { carryOut } from './carry-out.ts';
import type { Culprit, Deed } from './culprit.ts';
import { kindsOf, schedule } from './schedule.ts';
import type { Fault } from './schedule.ts';

/** What was done to the product. */
export interface Deeds {
  kills: number;
  /** How often each kind of fault really happened. */
  faults: Map<string, number>;
  /** Kinds that never happened. */
  missing: string[];
  /** Faults at each named place. */
  points: Map<string, number>;
}

interface Options {
  seed: number;
  kills: number;
  minutes: number;
  culprit: Culprit;
  onDeed: (kills: number) => void;
  now: () => number;
}

/** How many faults may wait at once for a turn to pass their place. */
const mostWaiting = 4;

/**
 * Does the faults of the schedule until enough processes were killed and each kind has happened, or the time is over.
 * Those without a place come one after another; those at a named place wait for it meanwhile.
 */
export async function doFaults(options: Options): Promise<Deeds> {
  const { seed, kills: wanted, culprit, now } = options;
  const machines = culprit.machines.length;
  const faults = schedule(chanceOf(seed, 'faults'), machines);
  const pauses = chanceOf(seed, 'pauses');
  const deadline = now() + options.minutes * 60_000;
  const deeds: Deeds = { kills: 0, faults: new Map(), missing: [], points: new Map() };
  const waiting = new Set<Promise<void>>();
  const missed: Fault[] = [];
  const happened = () => new Map([...deeds.faults, ...culprit.troubles.counts]);
  const missing = () => kindsOf(chanceOf(seed, 'faults'), machines).filter((kind) => !happened().has(kind));

  const attempt = async (fault: Fault): Promise<void> => {
    const deed = await carryOut(culprit, fault);
    if (deed === undefined && fault.kind !== 'trouble') missed.push(fault);
    if (deed === undefined) return;
    count(deeds, deed);
    options.onDeed(deeds.kills);
  };
  while (now() < deadline && (deeds.kills < wanted || missing().length > 0)) {
    const fault = deeds.kills < wanted ? faults.next().value : missed.shift();
    if (fault !== undefined && 'when' in fault && 'point' in fault.when) {
      const wait = attempt(fault).finally(() => waiting.delete(wait));
      waiting.add(wait);
      if (waiting.size >= mostWaiting) await Promise.race(waiting);
    } else if (fault !== undefined) await attempt(fault);
    if (fault?.kind === 'trouble') continue;
    await setTimeout(pauses.integer(50, 400));
    await untilAtWork(culprit);
  }
  await Promise.all(waiting);
  return { ...deeds, faults: happened(), missing: missing() };
}

function count(deeds: Deeds, deed: Deed): void {
  deeds.kills += deed.kills;
  deeds.faults.set(deed.name, (deeds.faults.get(deed.name) ?? 0) + 1);
  if (deed.point !== undefined) deeds.points.set(deed.point, (deeds.points.get(deed.point) ?? 0) + 1);
}

/**
 * Waits until a worker can continue, and something was done since the last fault: a product whose workers are all dead
 * proves nothing, and on a slow machine all jobs would be hit seven times at their first step.
 */
async function untilAtWork({ roster, runs }: Culprit): Promise<void> {
  const steps = runs.steps();
  const idle = () => roster.workers().length < 2 || runs.steps() < steps + 3;
  for (let look = 0; look < mostLooks && idle(); look += 1) await setTimeout(50);
}

/**
 * A minute: when a worker takes 20 seconds to start, as on a machine with ten times the work that it can do, none got
 * to a step with less.
 */
const mostLooks = 1_200;
