import { setTimeout } from 'node:timers/promises';
import type { ProcessUnderTest } from '../processes/start.ts';
import type { FaultContext, InjectedFault } from './fault-context.ts';
import { injectMachineFault } from './machine-faults.ts';
import { noteHeld } from './note-held.ts';
import type { Parked } from './points.ts';
import { nameOf } from './schedule.ts';
import type { Fault, Moment } from './schedule.ts';

/** How long to wait for a turn: it may take long before one passes a rare place. */
const patienceMilliseconds = 15_000;
/** The contract's time for a process that was asked to end, plus what a busy machine needs to notice. */
const endMilliseconds = 12_000;
/**
 * A process that has just started, on a machine with ten times the work that it can do, was seen to notice it after 11
 * seconds.
 */
const hearMilliseconds = 60_000;

/** Injects one fault into the product. @returns undefined when there was no process for it. */
export async function injectFault(context: FaultContext, fault: Fault): Promise<InjectedFault | undefined> {
  if (fault.kind === 'trouble') {
    context.troubles.arm(fault.host, fault.trouble);
    return undefined;
  }
  if (!('when' in fault)) return await injectMachineFault(context, fault);
  if (fault.kind === 'kill-server') return await killServer(context, fault);
  if (fault.kind === 'kill-database') return await killDatabase(context, fault);
  const victim = await findVictim(context, fault.when);
  if (victim === undefined) return undefined;
  const point = 'point' in fault.when ? fault.when.point : undefined;
  const injected: InjectedFault = { name: nameOf(fault), point, kills: fault.kind === 'kill-worker' ? 1 : 0 };
  context.history.note(
    undefined,
    `${injected.name}${point === undefined ? '' : ` (${point})`}: ${victim.process.name}`,
  );
  if (fault.kind === 'kill-worker') await kill(context, victim);
  if (fault.kind === 'stop-worker') void stopBeyondLease(context, victim, fault.leases);
  if (fault.kind === 'end-worker') void end(context, victim);
  return injected;
}

type Victim = Pick<Parked, 'process'> & Partial<Parked>;

async function findVictim({ roster, points, chance }: FaultContext, when: Moment): Promise<Victim | undefined> {
  if ('point' in when) return await points.next(when.point, patienceMilliseconds);
  await setTimeout(when.afterMilliseconds);
  const workers = roster.workers();
  return workers.length === 0 ? undefined : { process: chance.pick(workers) };
}

async function kill(context: FaultContext, { process, job }: Victim): Promise<void> {
  const { roster, runs } = context;
  roster.expectEnd(process);
  process.signal('SIGKILL');
  runs.hit(process.name, 'killed', job);
  await Promise.all([process.ended, noteHeld(context, process, 'killed')]);
  runs.died(process.name);
}

/** Stops the process for longer than the lease. Then it is woken, and may write nothing for what it held. */
async function stopBeyondLease(context: FaultContext, { process, job, go }: Victim, leases: number): Promise<void> {
  const { roster, runs, history, leaseSeconds } = context;
  roster.setStopped(process, true);
  process.signal('SIGSTOP');
  runs.hit(process.name, 'stopped', job);
  await noteHeld(context, process, 'stopped');
  await setTimeout(leases * leaseSeconds * 1000);
  history.note(undefined, `${process.name} is woken`);
  process.signal('SIGCONT');
  go?.();
  roster.setStopped(process, false);
}

async function end({ roster, runs, violations, patience }: FaultContext, { process, go, job }: Victim): Promise<void> {
  roster.expectEnd(process);
  roster.setStopped(process, true);
  runs.hit(process.name, 'asked to end', job);
  process.signal('SIGTERM');
  go?.();
  await Promise.race([process.ended, process.ending, setTimeout(hearMilliseconds * patience.factor())]);
  const ended = await Promise.race([process.ended, setTimeout(endMilliseconds * patience.factor())]);
  if (ended === undefined) {
    violations.add('a process that is asked to end is gone within 10 s', undefined, `${process.name} is still there`);
    process.signal('SIGKILL');
  }
  runs.died(process.name);
}

async function killServer(
  { roster, history, machines, affected, chance, patience }: FaultContext,
  fault: Fault & { when: Moment },
): Promise<InjectedFault | undefined> {
  if ('afterMilliseconds' in fault.when) await setTimeout(fault.when.afterMilliseconds);
  const there = machines.filter((machine) => !affected.has(machine));
  if (there.length === 0) return undefined;
  const process: ProcessUnderTest = roster.server(chance.pick(there));
  // A starting server may first finish its start, or the API would never be available.
  await Promise.race([process.ready, setTimeout(20_000 * patience.factor())]);
  history.note(undefined, `kill-server: ${process.name}`);
  roster.expectEnd(process);
  process.signal('SIGKILL');
  await process.ended;
  return { name: nameOf(fault), point: undefined, kills: 1 };
}

async function killDatabase(
  context: FaultContext,
  fault: Fault & { when: Moment },
): Promise<InjectedFault | undefined> {
  const { roster, runs, history } = context;
  if ('afterMilliseconds' in fault.when) await setTimeout(fault.when.afterMilliseconds);
  const processId = await context.observer.processId();
  if (processId === undefined) return undefined;
  history.note(undefined, `kill-database: process ${processId}`);
  for (const worker of roster.workers()) runs.hit(worker.name, 'lost the database');
  process.kill(processId, 'SIGKILL');
  return { name: nameOf(fault), point: undefined, kills: 1 };
}
