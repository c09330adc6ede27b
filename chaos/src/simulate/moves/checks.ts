import { keyOf } from '../../../../server/src/code-hosts/host-event.ts';
import type { HostEvent } from '../../../../server/src/code-hosts/host-event.ts';
import { storeHostEvents } from '../../../../server/src/jobs/hosts/host-events.ts';
import type { Verdict } from '../stand-ins/host-checks.ts';
import type { Outcome } from '../strand.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import type { Machine } from '../world/machine.ts';
import type { World } from '../world/world.ts';
import { disturbTask, proceed, standingIn } from './requests.ts';

/**
 * Changes the results of the code host's checks for the commits of a job. A webhook may report that for the last
 * one.
 */
export async function reportChecks(
  world: World,
  job: ExpectedJob,
  { verdict, byWebhook }: { verdict: Verdict; byWebhook: boolean },
): Promise<boolean> {
  world.hostChecks.say(job, verdict);
  if (byWebhook) await sendByWebhook(world, job);
  return true;
}

async function sendByWebhook(world: World, job: ExpectedJob): Promise<void> {
  const branch = [...world.origin.branches.keys()].findLast((one) => one.includes(job.id));
  const headCommit = branch === undefined ? undefined : world.origin.branches.get(branch);
  if (headCommit === undefined) return;
  world.messages += 1;
  const event: HostEvent = { kind: 'checks_changed', headCommit, at: String(world.messages) };
  const request = await world.begin('a webhook', async ({ database }) => {
    await storeHostEvents(database.db, world.simulation.project.id, [{ key: keyOf(event), event }]);
  });
  await proceed(world, request, 0);
}

/** Lets a machine handle the code host. It may stand still at any place of that. */
export async function handleHost(world: World, machine: Machine, standsAt: number): Promise<boolean> {
  const task = await world.begin(`${machine.name} handles the code host`, async (own) => {
    own.strand.slow = standsAt > 0;
    await machine.handleHost(own);
  });
  await proceed(world, task, standsAt);
  machine.hostTasks = machine.hostTasks.filter(({ strand }) => !strand.over);
  return true;
}

/**
 * Lets the handling of the code host continue for a while; something may go wrong with what it does next. When nothing
 * is handled, webhooks let it begin.
 */
export async function disturbHostHandling(
  world: World,
  machine: Machine,
  { places, outcome }: { places: number; outcome: Outcome },
): Promise<boolean> {
  if (standingIn(machine.hostTasks) === undefined) {
    for (const job of world.jobs) await sendByWebhook(world, job);
    await handleHost(world, machine, 1);
  }
  const standing = standingIn(machine.hostTasks);
  if (standing !== undefined) await disturbTask(world, standing, { places, outcome, name: 'host handling' });
  return standing !== undefined;
}
