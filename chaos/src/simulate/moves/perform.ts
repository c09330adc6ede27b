import { reconcileDeliveries } from '../../../../server/src/worker/upkeep/reconcile.ts';
import { archiveIdleJobs, forgetOld, idleDays } from '../../../../server/src/jobs/settle/housekeeping.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import { disturb } from '../world/machine.ts';
import type { Machine, Run } from '../world/machine.ts';
import { workerServices } from '../world/services.ts';
import type { World } from '../world/world.ts';
import type { Move } from './move.ts';
import { checkAutomation, disturbAutomation, overtakeAutomation, sendEvent } from './automations.ts';
import { handleHost, disturbHostHandling, reportChecks } from './checks.ts';
import { endPullRequest, push } from './people.ts';
import { archive, create, createTwice, continueRequests, message, proceed } from './requests.ts';
import { claim, continueRun, disturbRun, letTimePass, renew } from './workers.ts';

/** Makes a move happen. @returns whether it could: some need a run, or a pull request, which may not exist. */
export async function perform(world: World, move: Move): Promise<boolean> {
  if ('machine' in move) {
    return await withOne(world.machines, move.machine, (machine) => performOn(world, machine, move));
  }
  if ('job' in move) return await withOne(world.jobs, move.job, (job) => performFor(world, job, move));
  switch (move.do) {
    case 'create':
      return await create(world, move);
    case 'create twice at once':
      return await createTwice(world, move);
    case 'continue requests':
      return await continueRequests(world);
    case 'event':
      return await sendEvent(world, move);
    case 'pass':
      return await letTimePass(world, move.seconds);
  }
}

type MachineMove = Extract<Move, { machine: number }>;
type RunMove = Extract<Move, { run: number }>;
type JobMove = Extract<Move, { job: number }>;

async function performOn(world: World, machine: Machine, move: MachineMove): Promise<boolean> {
  if ('run' in move) return await performOnRun(world, machine, move);
  switch (move.do) {
    case 'claim':
      return await claim(world, machine, move.answer);
    case 'renew':
      return await renew(world, machine);
    case 'keep house':
      return await keepHouse(world, machine);
    case 'handle host':
      return await handleHost(world, machine, move.standsAt);
    case 'disturb host handling':
      return await disturbHostHandling(world, machine, move);
    case 'check automation':
      return await checkAutomation(world, machine, move.standsAt);
    case 'disturb automation':
      return await disturbAutomation(world, machine, move);
    case 'overtake automation':
      return await overtakeAutomation(world, machine, move.places);
    case 'kill':
      return await kill(machine);
    case 'end':
      return end(machine, move.how);
  }
}

/** A machine without a run claims first. */
async function performOnRun(world: World, machine: Machine, move: RunMove): Promise<boolean> {
  if (machine.runs.length === 0) await claim(world, machine, 'well');
  return await withOne<Run>(machine.runs, move.run, (run) =>
    move.do === 'continue run' ? continueRun(world, run, move.goal) : disturbRun(world, run, move),
  );
}

async function performFor(world: World, job: ExpectedJob, move: JobMove): Promise<boolean> {
  switch (move.do) {
    case 'message':
      return await message(world, job, move);
    case 'archive':
      return await archive(world, job, move.standsAt);
    case 'merge':
    case 'close':
      return await endPullRequest(world, job, move.do);
    case 'person pushes':
      return await push(world, job, move.page);
    case 'checks':
      return await reportChecks(world, job, move);
  }
}

async function withOne<T>(all: readonly T[], number: number, use: (one: T) => Promise<boolean>): Promise<boolean> {
  const one = all[number % Math.max(1, all.length)];
  return one === undefined ? false : await use(one);
}

async function kill(machine: Machine): Promise<boolean> {
  const any =
    machine.runs.length > 0 || [...machine.hostTasks, ...machine.automationTasks].some((task) => !task.strand.over);
  await machine.kill();
  return any;
}

/** Asks a process to end. The machine starts another at once, which may claim. */
function end(machine: Machine, how: 'at-an-edge' | 'at-once'): boolean {
  for (const run of machine.runs) {
    if (how === 'at-once') disturb(run);
    run.hold.end(how);
  }
  return machine.runs.length > 0;
}

export async function keepHouse(world: World, machine: Machine): Promise<boolean> {
  for (const job of world.jobs) job.mayBeArchived ||= world.clock.daysPassed() >= idleDays;
  const task = await world.begin('housekeeping', async (own) => {
    await archiveIdleJobs(own.database.db);
    await forgetOld(own.database.db);
    await reconcileDeliveries(workerServices(world, machine.tracked, own, undefined));
  });
  await proceed(world, task, 0);
  return true;
}
