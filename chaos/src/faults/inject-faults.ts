import { setTimeout } from 'node:timers/promises';
import { chanceOf } from '../random.ts';
import { injectFault } from './inject-fault.ts';
import type { FaultContext, InjectedFault } from './fault-context.ts';
import { kindsOf, schedule } from './schedule.ts';
import type { Fault } from './schedule.ts';

/** What was done to the product. */
export interface FaultCounts {
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
  context: FaultContext;
  onFault: (kills: number) => void;
  now: () => number;
}

/** How many faults may wait at once for a turn to pass their place. */
const mostWaiting = 4;

/**
 * Does the faults of the schedule until enough processes were killed and each kind has happened, or the time is over.
 * Those without a place come one after another; those at a named place wait for it meanwhile.
 */
export async function injectFaults(options: Options): Promise<FaultCounts> {
  const { seed, kills: wanted, context, now } = options;
  const machines = context.machines.length;
  const faults = schedule(chanceOf(seed, 'faults'), machines);
  const pauses = chanceOf(seed, 'pauses');
  const deadline = now() + options.minutes * 60_000;
  const counts: FaultCounts = { kills: 0, faults: new Map(), missing: [], points: new Map() };
  const waiting = new Set<Promise<void>>();
  const missed: Fault[] = [];
  const happened = () => new Map([...counts.faults, ...context.troubles.counts]);
  const missing = () => kindsOf(chanceOf(seed, 'faults'), machines).filter((kind) => !happened().has(kind));

  const attempt = async (fault: Fault): Promise<void> => {
    const injected = await injectFault(context, fault);
    if (injected === undefined && fault.kind !== 'trouble') missed.push(fault);
    if (injected === undefined) return;
    count(counts, injected);
    options.onFault(counts.kills);
  };
  while (now() < deadline && (counts.kills < wanted || missing().length > 0)) {
    const fault = counts.kills < wanted ? faults.next().value : missed.shift();
    if (fault !== undefined && 'when' in fault && 'point' in fault.when) {
      const wait = attempt(fault).finally(() => waiting.delete(wait));
      waiting.add(wait);
      if (waiting.size >= mostWaiting) await Promise.race(waiting);
    } else if (fault !== undefined) await attempt(fault);
    if (fault?.kind === 'trouble') continue;
    await setTimeout(pauses.integer(50, 400));
    await untilAtWork(context);
  }
  await Promise.all(waiting);
  return { ...counts, faults: happened(), missing: missing() };
}

function count(counts: FaultCounts, injected: InjectedFault): void {
  counts.kills += injected.kills;
  counts.faults.set(injected.name, (counts.faults.get(injected.name) ?? 0) + 1);
  if (injected.point !== undefined) counts.points.set(injected.point, (counts.points.get(injected.point) ?? 0) + 1);
}

/**
 * Waits until a worker can continue, and something was done since the last fault: a product whose workers are all dead
 * proves nothing, and on a slow machine all jobs would be hit seven times at their first step.
 */
async function untilAtWork({ roster, runs }: FaultContext): Promise<void> {
  const steps = runs.steps();
  const idle = () => roster.workers().length < 2 || runs.steps() < steps + 3;
  for (let check = 0; check < mostChecks && idle(); check += 1) await setTimeout(50);
}

/**
 * A minute: when a worker takes 20 seconds to start, as on a machine with ten times the work that it can do, none got
 * to a step with less.
 */
const mostChecks = 1_200;
