import { isCopydeskError } from '@copydesk/contract';
import type { ErrorCode } from '@copydesk/contract';
import { isDatabaseUnavailable } from '../../../../server/src/postgres/database.ts';
import { checkClaimed, checkUnchanged } from '../invariants/at-every-moment.ts';
import type { Outcome, Place } from '../strand.ts';
import { demand } from '../violation.ts';
import { disturb } from '../world/machine.ts';
import type { Machine, Run } from '../world/machine.ts';
import { observe } from '../world/observe.ts';
import type { Observation } from '../world/observation.ts';
import type { World } from '../world/world.ts';
import type { Goal } from './move.ts';

/** Lets a machine claim what is due. When the answer is lost, the jobs are leased and nobody works on them. */
export async function claim(world: World, machine: Machine, answer: 'well' | 'lose'): Promise<boolean> {
  const observation = await observe(world);
  if (!observation.jobs.some(({ status }) => status === 'active')) return false;
  const before = machine.runs.length;
  const task = await world.begin(`${machine.name} claims`, (own) => machine.claim(own));
  if (answer === 'lose') {
    await world.continueTask(task, 'lose');
    for (const job of world.jobs) job.crashes += 1;
  }
  await world.finish(task);
  checkClaimed(observation, await observe(world), world.clock.now());
  if (machine.runs.length > before) world.note('claimed');
  return machine.runs.length > before || answer === 'lose';
}

export async function renew(world: World, machine: Machine): Promise<boolean> {
  if (machine.runs.length === 0) return false;
  const task = await world.begin(`${machine.name} renews`, (own) => machine.renew(own));
  await world.finish(task);
  if (task.strand.error !== undefined) throw task.strand.error;
  for (const run of machine.runs) world.note(run.hold.signal.aborted ? 'lost at a renewal' : 'renewed');
  return true;
}

/** Lets a run continue to its goal. A run that has lost its lease may get there, but may change nothing on the way. */
export async function continueRun(world: World, run: Run, goal: Goal): Promise<boolean> {
  const { strand } = run.task;
  if (strand.place === undefined) return false;
  const isThere = goalOf(goal);
  await requireNoLateChange(world, run, async () => {
    strand.slow = 'statements' in goal;
    await world.continueTask(run.task);
    while (strand.place !== undefined && !isThere(strand.place)) await world.continueTask(run.task);
    strand.slow = false;
  });
  if (strand.place?.kind === 'statement') world.note('a run stands in the middle of a transaction');
  return true;
}

/** Lets time pass, in which the server may undo the transaction that a run stands in. */
export async function letTimePass(world: World, seconds: number): Promise<boolean> {
  const standing = world.machines.flatMap(({ runs }) => runs).filter(({ task }) => task.database.isOpen());
  for (const run of standing) disturb(run);
  await world.pass(seconds);
  return true;
}

/** Lets a run continue to its goal, and makes something go wrong with what it is about to do there. */
export async function disturbRun(
  world: World,
  run: Run,
  { goal, outcome }: { goal: Goal; outcome: Exclude<Outcome, 'well'> },
): Promise<boolean> {
  await continueRun(world, run, goal);
  const { place } = run.task.strand;
  if (place === undefined || place.kind === 'point' || place.kind === 'pause') return false;
  if (place.kind === 'transaction' || place.kind === 'statement') disturb(run);
  const code = allowedError(place, outcome);
  if (code !== undefined) run.job.excuses.add(code);
  world.note(`${place.kind === 'call' ? place.call : place.kind}: ${outcome}`);
  await requireNoLateChange(world, run, () => world.continueTask(run.task, outcome));
  return true;
}

/** An unavailable database is never a reason to fail. */
function allowedError(place: Place, outcome: Exclude<Outcome, 'well'>): ErrorCode | undefined {
  if (place.kind === 'model') return outcome === 'fail' ? 'model_failed' : 'instruction_not_understood';
  if (place.kind !== 'call') return undefined;
  return place.call === 'fetch' || place.call === 'push' ? 'repository_unreachable' : 'pull_request_failed';
}

/** Makes sure that a run changes nothing after it has lost its lease. */
async function requireNoLateChange(world: World, run: Run, go: () => Promise<void>): Promise<void> {
  const { task, hold, job } = run;
  await letArrive(world, run);
  const before = await observeIfLost(world, run);
  const canKnow = hold.signal.aborted || run.until <= world.clock.milliseconds();
  if (!task.strand.over) await go();
  if (before !== undefined) {
    disturb(run);
    world.note('a run without a lease went on');
    const who = `a run of job ${job.number} (epoch ${hold.lease.epoch})`;
    checkUnchanged(who, before, await observe(world), canKnow ? 'stay' : 'may move');
  }
  const { error } = task.strand;
  // When even its end cannot be stored, a run leaves the job until its lease expires.
  demand(
    error === undefined || isCopydeskError(error, 'lease_lost') || isDatabaseUnavailable(error),
    () => `${task.strand.name} ended in an error: ${String(error)}`,
  );
}

/**
 * What was sent arrives, whatever has happened to its sender. And a transaction that has changed the job holds its row,
 * so that nobody else can have it yet.
 */
async function letArrive(world: World, { task }: Run): Promise<void> {
  const { place } = task.strand;
  if (place?.kind === 'call' && place.stage === 'under way') await world.continueTask(task);
  while (task.database.holdsLocks() && task.strand.place !== undefined) await world.continueTask(task);
}

/** Returns the state of the world for a run that may no longer change anything in it; undefined for one that may. */
async function observeIfLost(world: World, run: Run): Promise<Observation | undefined> {
  const observation = await observe(world);
  const row = observation.jobs.find(({ id }) => id === run.job.id);
  const isHeld =
    row?.status === 'active' &&
    row.epoch === run.hold.lease.epoch &&
    (row.leased_until?.getTime() ?? 0) > world.clock.milliseconds();
  return isHeld ? undefined : observation;
}

/** Returns a function that is called once at each place and says whether it is the goal. */
function goalOf(goal: Goal): (place: Place) => boolean {
  let passed = 0;
  if ('places' in goal) return () => ++passed >= goal.places;
  if ('statements' in goal) return ({ kind }) => kind === 'statement' && ++passed >= goal.statements;
  if ('point' in goal) return (place) => place.kind === 'point' && place.point === goal.point;
  if ('call' in goal) return (place) => place.kind === 'call' && place.call === goal.call && place.stage === goal.stage;
  return (place) => goal.to === place.kind;
}
