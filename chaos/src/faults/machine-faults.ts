import { setTimeout } from 'node:timers/promises';
import type { Client } from '../load/client.ts';
import type { Story } from '../ledger.ts';
import type { Machine } from '../machines/machine.ts';
import { readActive } from '../watch/facts.ts';
import type { FaultContext, InjectedFault } from './fault-context.ts';
import { noteHeld } from './note-held.ts';
import type { MachineFault } from './schedule.ts';

/** How long a lost machine stays away at least; it also stays until its jobs say what they wait for. */
const goneMilliseconds = 8_000;
/** Covers how long a silent worker still counts, the time for others to learn what they lack, and a busy machine. */
const patienceMilliseconds = 60_000;

/** What can report what jobs wait for. */
type Witness = Pick<
  FaultContext,
  'machines' | 'machineOf' | 'ledger' | 'client' | 'observer' | 'violations' | 'patience'
>;

/** Does a fault to a whole machine. @returns undefined while another one is already affected. */
export async function injectMachineFault(
  context: FaultContext,
  { kind, leases }: MachineFault,
): Promise<InjectedFault | undefined> {
  const { chance, machines, affected, history } = context;
  if (affected.size > 0 || machines.length < 2) return undefined;
  const machine = chance.pick(machines);
  affected.add(machine);
  history.note(undefined, `${kind}: ${machine.name}`);
  const seconds = leases * context.leaseSeconds;
  const injected = { name: kind, point: undefined, kills: 0 };
  if (kind === 'lose-machine') {
    const { killed, release } = await killMachine(context, machine);
    void stayAway(context, machine).finally(() => {
      history.note(undefined, `${machine.name} is back`);
      release();
      affected.delete(machine);
    });
    return { ...injected, kills: killed };
  }
  const strike = kind === 'freeze-machine' ? freeze : cutOff;
  void strike(context, machine, seconds).finally(() => affected.delete(machine));
  return injected;
}

/** Kills all processes of a machine. @returns how many, and a function that allows them to be started again. */
export async function killMachine(
  context: Pick<FaultContext, 'roster' | 'runs' | 'observer'>,
  machine: Machine,
): Promise<{ killed: number; release: () => void }> {
  const { roster, runs } = context;
  const release = roster.holdBack(machine);
  const victims = roster.processesOf(machine).filter((process) => process.isAlive());
  for (const process of victims) {
    roster.expectEnd(process);
    process.signal('SIGKILL');
    runs.hit(process.name, 'killed with its machine');
  }
  await Promise.all(victims.flatMap((process) => [process.ended, noteHeld(context, process, 'killed')]));
  for (const { name } of victims) runs.died(name);
  return { killed: victims.length, release };
}

async function stayAway(context: FaultContext, machine: Machine): Promise<void> {
  await setTimeout(goneMilliseconds);
  await untilJobsReportWaiting(context, machine);
}

/**
 * Waits until each active job on the repositories of a lost machine says that it waits for it. A job that does not is a
 * violation.
 */
export async function untilJobsReportWaiting(context: Witness, machine: Machine): Promise<void> {
  let silent: string[] | undefined = [];
  for (let waited = 0; waited < patienceMilliseconds;) {
    silent = await silentJobs(context, machine);
    if (silent?.length === 0) return;
    // Time in which nothing can answer does not count.
    if (silent !== undefined) waited += 1_000 / context.patience.factor();
    await setTimeout(1_000);
  }
  for (const text of silent ?? []) {
    context.violations.add('jobs of a machine that is gone say so', undefined, `${machine.name}: ${text}`);
  }
}

/** Returns undefined while the database or the API of the other machine is unavailable. */
async function silentJobs(
  { machines, machineOf, ledger, client, observer }: Witness,
  machine: Machine,
): Promise<string[] | undefined> {
  const other = machines.find((one) => one !== machine);
  const active = await observer.read(readActive);
  if (other === undefined || active === undefined) return undefined;
  const stories = [...ledger.stories.values()].filter(
    ({ id, project }) => id !== undefined && active.includes(id) && machineOf.get(project) === machine,
  );
  const found = await Promise.all(stories.map((story) => whatItSays(client, story, { machine, url: other.url })));
  return found.includes('unknown') ? undefined : found.filter((text) => text !== undefined);
}

/** Returns undefined for a job that waits for the machine, or until a time; `unknown` when it cannot be read. */
async function whatItSays(
  client: Pick<Client, 'waiting'>,
  story: Story,
  { machine, url }: { machine: Machine; url: string },
): Promise<string | undefined> {
  const waiting = await client.waiting(story, url);
  if (waiting === undefined) return 'unknown';
  if (waiting?.reason === 'put_off') return undefined;
  const says = waiting?.reason === 'other_machine' && waiting.detail.includes(machine.name);
  return says ? undefined : `${story.id} says ${waiting === null ? 'nothing' : waiting.detail}`;
}

async function freeze({ roster, runs, history }: FaultContext, machine: Machine, seconds: number): Promise<void> {
  const victims = roster.processesOf(machine).filter((process) => process.isAlive());
  for (const process of victims) {
    roster.setStopped(process, true);
    process.signal('SIGSTOP');
    runs.hit(process.name, 'stopped with its machine');
  }
  await setTimeout(seconds * 1000);
  history.note(undefined, `${machine.name} is woken`);
  for (const process of victims) {
    process.signal('SIGCONT');
    roster.setStopped(process, false);
  }
}

/** Lets the machine continue, but nothing reaches the database, and no error says so. */
async function cutOff({ roster, runs, history }: FaultContext, machine: Machine, seconds: number): Promise<void> {
  const workers = roster.processesOf(machine).filter((process) => process.isAlive());
  machine.proxy?.cut();
  for (const { name } of workers) runs.hit(name, 'cut off from the database');
  await setTimeout(seconds * 1000);
  history.note(undefined, `${machine.name} is connected to the database again`);
  machine.proxy?.restore();
}
