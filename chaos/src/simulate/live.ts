import { inspect } from 'node:util';
import { checkMoment } from './invariants/at-every-moment.ts';
import { checkQuiet } from './invariants/when-quiet.ts';
import { checkAutomation } from './moves/automations.ts';
import { handleHost } from './moves/checks.ts';
import { describe } from './moves/describe.ts';
import type { Lifecycle } from './moves/move.ts';
import { keepHouse, perform } from './moves/perform.ts';
import { continueRequests } from './moves/requests.ts';
import { claim, continueRun, letTimePass } from './moves/workers.ts';
import { Violation } from './violation.ts';
import { observe, readAutomation } from './world/observe.ts';
import type { Machine } from './world/machine.ts';
import type { AutomationHistory, JobRow, Observation } from './world/observation.ts';
import type { World } from './world/world.ts';

/**
 * Runs a lifecycle: its moves, and then everything that still happens, undisturbed, until everything is quiet. The
 * promises are checked after each move, and more of them at the end.
 *
 * @throws Violation
 */
export async function live(world: World, { first, moves }: Lifecycle): Promise<void> {
  let observation: Observation = { jobs: [], pullRequests: [], followings: [], branches: new Map() };
  const checkOnce = async (): Promise<Observation> => {
    const now = await observe(world);
    checkMoment(world, observation, now);
    observation = now;
    return now;
  };
  for (const move of [first, ...moves]) {
    world.moves.push(describe(move));
    if (await perform(world, move)) world.note(`move: ${move.do}`);
    else world.moves.pop();
    await checkOnce();
  }
  world.moves.push('then everything goes on undisturbed, until it is quiet');
  await comeToRest(world, checkOnce);
  await checkQuiet(world, observation);
  for (const { outcome } of observation.followings) world.note(`followed: ${outcome}`);
  for (const { status, pr_link: link } of observation.jobs)
    world.note(`end: ${status}${link === null ? '' : ' with a pull request'}`);
}

/** Far more than any undisturbed job needs. */
const maximumRounds = 60;

/** Longer than the time between two reads of checks. When it has passed twice, nobody waits for any. */
const followingSeconds = 1_000;

async function comeToRest(world: World, checkOnce: () => Promise<Observation>): Promise<void> {
  const [first] = world.machines;
  for (let round = 0; round < maximumRounds; round += 1) {
    await continueRequests(world);
    for (const machine of world.machines) {
      for (const run of machine.runs.slice()) await continueRun(world, run, { to: 'end' });
    }
    if (first !== undefined) await goOn(world, first);
    const { jobs, followings } = await checkOnce();
    const automation = await readAutomation(world);
    const active = jobs.filter(({ status }) => status === 'active');
    const isFollowing = followings.some(({ outcome }) => outcome === null);
    const isAtRest = active.length === 0 && world.underWay.length === 0;
    if (isAtRest && !isFollowing && automation.waiting === 0) return;
    const due = [...active.map(dueOf), ...(automation.waiting === 0 ? [] : [dueOfAutomation(automation)])];
    const seconds = (Math.min(...due) - world.clock.milliseconds()) / 1000;
    await letTimePass(world, Number.isFinite(seconds) ? Math.max(1, seconds + 1) : followingSeconds);
    if (first !== undefined) await claim(world, first, 'well');
  }
  const standing = world.underWay.map(({ strand }) => `${strand.name} ${inspect(strand.place)}`);
  throw new Violation(`a job never comes to rest, though nothing disturbs it any more; ${standing.join(', ')}`);
}

/** What workers do now and then besides working on jobs. */
async function goOn(world: World, machine: Machine): Promise<void> {
  await handleHost(world, machine, 0);
  for (const { automationTasks } of world.machines) for (const task of automationTasks) await world.finish(task);
  const { waiting } = await readAutomation(world);
  if (waiting === 0) return;
  await checkAutomation(world, machine, 0);
  // An automation waits until it is known what became of the pull request of its last job.
  await keepHouse(world, machine);
}

function dueOf(row: JobRow): number {
  return Math.max(row.not_before.getTime(), row.leased_until?.getTime() ?? 0);
}

function dueOfAutomation({ due_at: due, leased_until: leasedUntil }: AutomationHistory): number {
  return Math.max(due?.getTime() ?? 0, leasedUntil?.getTime() ?? 0);
}
