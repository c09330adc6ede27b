import { gatherSeconds } from '../../../../server/src/automations/due.ts';
import { storeEvents } from '../../../../server/src/automations/events.ts';
import { markOf } from '../stand-ins/prompt.ts';
import type { Outcome } from '../strand.ts';
import { automationLeaseSeconds } from '../world/machine.ts';
import type { Machine } from '../world/machine.ts';
import type { Task } from '../world/stage.ts';
import type { World } from '../world/world.ts';
import { disturbTask, proceed, standingIn } from './requests.ts';
import { claim, continueRun, letTimePass } from './workers.ts';

/** Sends a request to the automation's trigger. When its answer is lost, it is sent again. */
export async function sendEvent(
  world: World,
  { isRepeated, standsAt }: { isRepeated: boolean; standsAt: number },
): Promise<boolean> {
  world.messages += 1;
  const mark = markOf(world.messages);
  if (isRepeated) {
    const lost = await begin(world, mark, 0);
    await world.continueTask(lost, 'lose');
    await world.finish(lost);
  }
  await proceed(world, await begin(world, mark, standsAt), standsAt);
  return true;
}

function begin(world: World, mark: string, standsAt: number): Promise<Task> {
  return world.begin('a request to the trigger', async ({ strand, database }) => {
    strand.slow = standsAt > 0;
    const event = { from: 'a form', parts: [{ title: 'Text', text: mark }] };
    await storeEvents(database.db, world.simulation.automation, [{ key: mark, event }]);
    if (!world.events.includes(mark)) world.events.push(mark);
  });
}

/** Lets a machine check the automation when it is due. It may stand still at any place of that. */
export async function checkAutomation(world: World, machine: Machine, standsAt: number): Promise<boolean> {
  const task = await world.begin(`${machine.name} checks the automation`, async (own) => {
    own.strand.slow = standsAt > 0;
    await machine.checkAutomations(own);
  });
  await proceed(world, task, standsAt);
  if (!task.strand.over) world.note('a check of the automation stands');
  machine.automationTasks = machine.automationTasks.filter(({ strand }) => !strand.over);
  return true;
}

/**
 * Lets the check of the automation continue for a while; something may go wrong with what it does next. When none is in
 * progress, an event and ten seconds let one begin.
 */
export async function disturbAutomation(
  world: World,
  machine: Machine,
  { places, outcome }: { places: number; outcome: Outcome },
): Promise<boolean> {
  const standing = await letStand(world, machine);
  if (standing !== undefined) await disturbTask(world, standing, { places, outcome, name: 'automation check' });
  return standing !== undefined;
}

/**
 * The same, but it stands still until its lease has expired, and another machine has made the check and works on its
 * job. Then it goes on.
 */
export async function overtakeAutomation(world: World, machine: Machine, places: number): Promise<boolean> {
  const standing = await letStand(world, machine);
  const other = world.machines.find((one) => one !== machine);
  if (standing === undefined || other === undefined) return false;
  await world.continueFor(standing, places);
  await letTimePass(world, automationLeaseSeconds + 1);
  await checkAutomation(world, other, 0);
  // Its job reads the message, so that another would not have to wait.
  await claim(world, other, 'well');
  for (const run of other.runs.slice()) await continueRun(world, run, { to: 'model' });
  for (const run of other.runs.slice()) await continueRun(world, run, { to: 'model' });
  await world.finish(standing);
  return true;
}

/** Returns a check of the automation that stands still; it begins one when there is none. */
async function letStand(world: World, machine: Machine): Promise<Task | undefined> {
  if (standingIn(machine.automationTasks) === undefined) {
    await sendEvent(world, { isRepeated: false, standsAt: 0 });
    await letTimePass(world, gatherSeconds + 1);
    await checkAutomation(world, machine, 1);
  }
  return standingIn(machine.automationTasks);
}
