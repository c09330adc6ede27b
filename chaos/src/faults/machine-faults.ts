import { setTimeout } from 'node:timers/promises';
import type { Client } from '../load/client.ts';
import type { Story } from '../ledger.ts';
import type { Machine } from '../machines/machine.ts';
import { readActive } from '../watch/facts.ts';
import type { Culprit, Deed } from './culprit.ts';
import { noteHeld } from './note-held.ts';
import type { MachineFault } from './schedule.ts';

/** A machine that is gone stays away for so long at least, and until its jobs say what they wait for. */
const goneMilliseconds = 8_000;
/** For as long as a worker counts that has said nothing, others to learn what they lack, and a busy machine. */
const patienceMilliseconds = 60_000;

/** Who can say what jobs wait for. */
type Witness = Pick<Culprit, 'machines' | 'machineOf' | 'ledger' | 'client' | 'observer' | 'violations'>;

/** Does something to a whole machine. @returns undefined while something is done to one already. */
export async function strikeMachine(culprit: Culprit, { kind, leases }: MachineFault): Promise<Deed | undefined> {
  const { chance, machines, struck, history } = culprit;
  if (struck.size > 0 || machines.length < 2) return undefined;
  const machine = chance.pick(machines);
  struck.add(machine);
  history.note(undefined, `${kind}: ${machine.name}`);
  const seconds = leases * culprit.leaseSeconds;
  const deed = { name: kind, point: undefined, kills: 0 };
  if (kind === 'lose-machine') {
    const { killed, release } = await killMachine(culprit, machine);
    void stayAway(culprit, machine).finally(() => {
      history.note(undefined, `${machine.name} is back`);
      release();
      struck.delete(machine);
    });
    return { ...deed, kills: killed };
  }
  const strike = kind === 'freeze-machine' ? freeze : cutOff;
  void strike(culprit, machine, seconds).finally(() => struck.delete(machine));
  return deed;
}

/** Kills all processes of a machine. @returns how many, and what lets them be started again. */
export async function killMachine(
  culprit: Pick<Culprit, 'roster' | 'runs' | 'observer'>,
  machine: Machine,
): Promise<{ killed: number; release: () => void }> {
  const { roster, runs } = culprit;
  const release = roster.holdBack(machine);
  const victims = roster.processesOf(machine).filter((process) => process.isAlive());
  for (const process of victims) {
    roster.expectEnd(process);
    process.signal('SIGKILL');
    runs.hit(process.name, 'killed with its machine');
  }
  await Promise.all(victims.flatMap((process) => [process.ended, noteHeld(culprit, process, 'killed')]));
  for (const { name } of victims) runs.died(name);
  return { killed: victims.length, release };
}

async function stayAway(culprit: Culprit, machine: Machine): Promise<void> {
  await setTimeout(goneMilliseconds);
  await untilJobsSayWhatTheyWaitFor(culprit, machine);
}

/** Waits until each active job of the repositories of a machine that is gone says so; what does not is a violation. */
export async function untilJobsSayWhatTheyWaitFor(culprit: Witness, machine: Machine): Promise<void> {
  let silent: string[] | undefined = [];
  for (let waited = 0; waited < patienceMilliseconds;) {
    silent = await silentJobs(culprit, machine);
    if (silent?.length === 0) return;
    // The time in which nobody can say anything does not count.
    if (silent !== undefined) waited += 1_000;
    await setTimeout(1_000);
  }
  for (const text of silent ?? []) {
    culprit.violations.add('jobs of a machine that is gone say so', undefined, `${machine.name}: ${text}`);
  }
}

/** Undefined while the database or the API of the other machine is away. */
async function silentJobs(
  { machines, machineOf, ledger, client, observer }: Witness,
  machine: Machine,
): Promise<string[] | undefined> {
  const other = machines.find((one) => one !== machine);
  const active = await observer.look(readActive);
  if (other === undefined || active === undefined) return undefined;
  const stories = [...ledger.stories.values()].filter(
    ({ id, project }) => id !== undefined && active.includes(id) && machineOf.get(project) === machine,
  );
  const found = await Promise.all(stories.map((story) => whatItSays(client, story, { machine, url: other.url })));
  return found.includes('unknown') ? undefined : found.filter((text) => text !== undefined);
}

/** Undefined for a job that waits for the machine, or until a time; `unknown` where it cannot be asked for. */
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

async function freeze({ roster, runs, history }: Culprit, machine: Machine, seconds: number): Promise<void> {
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

/** The machine goes on, and nothing comes through to the database, which does not say so. */
async function cutOff({ roster, runs, history }: Culprit, machine: Machine, seconds: number): Promise<void> {
  const workers = roster.processesOf(machine).filter((process) => process.isAlive());
  machine.way?.cut();
  for (const { name } of workers) runs.hit(name, 'cut off from the database');
  await setTimeout(seconds * 1000);
  history.note(undefined, `${machine.name} has its way to the database again`);
  machine.way?.mend();
}
