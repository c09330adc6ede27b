import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import type { GitHost } from '../hosts/git-host.ts';
import type { Listening } from '../hosts/listen.ts';
import type { History } from '../history.ts';
import type { Machine } from '../machines/machine.ts';
import type { Patience } from '../patience.ts';
import type { Violations } from '../violations.ts';
import type { FromProcess } from './messages.ts';
import { startProcess } from './start.ts';
import type { End, ProcessUnderTest } from './start.ts';

/**
 * The processes of the product: on each machine one that serves the API and several workers, restarted when they have
 * ended.
 */
export interface Roster {
  /** Returns the server of a machine. */
  server: (machine: Machine) => ProcessUnderTest;
  /** Returns the workers that are running and not stopped. */
  workers: () => ProcessUnderTest[];
  /** Returns all processes of a machine, dead or alive. */
  processesOf: (machine: Machine) => ProcessUnderTest[];
  machineOf: (process: ProcessUnderTest) => Machine;
  /** Marks the end of this process as expected from now on. */
  expectEnd: (process: ProcessUnderTest) => void;
  /** Hides a worker from {@link Roster.workers} while it is stopped. */
  setStopped: (process: ProcessUnderTest, stopped: boolean) => void;
  /** Starts nothing on a machine until the returned function is called. */
  holdBack: (machine: Machine) => () => void;
  /** Kills all of them permanently. */
  close: () => Promise<void>;
}

interface Options {
  /** The product's settings, and `PATH`. */
  environment: Record<string, string | undefined>;
  machines: readonly Machine[];
  folder: string;
  /** Workers of each machine. */
  workers: number;
  gitHost: GitHost;
  hosts: { codeHost: string; model: string };
  history: History;
  violations: Violations;
  patience: Pick<Patience, 'factor' | 'noteStart'>;
  now: () => number;
  onMessage: (process: ProcessUnderTest, message: FromProcess) => void;
  onEnd: (process: ProcessUnderTest) => void;
}

type Program = Parameters<typeof startProcess>[0]['program'];

interface Slot {
  machine: Machine;
  program: Program;
  name: string;
  starts: number;
  process: ProcessUnderTest;
  startedAt: number;
  ready: boolean;
  stopped: boolean;
}

/** Starts the servers, the first of which creates the database's tables, and then the workers. */
export async function openRoster(options: Options): Promise<Roster> {
  const roster = new RestartingRoster(options);
  for (const machine of options.machines) {
    const server = await roster.add(machine, 'server-program.ts', 'server');
    await Promise.race([server.ready, setTimeout(60_000)]);
    for (let number = 1; number <= options.workers; number += 1) {
      await roster.add(machine, 'worker-program.ts', `worker-${number}`);
    }
  }
  return roster;
}

class RestartingRoster implements Roster {
  readonly #options: Options;
  readonly #slots: Slot[] = [];
  readonly #watches: Promise<void>[] = [];
  readonly #expected = new Set<ProcessUnderTest>();
  readonly #closing = new AbortController();
  readonly #heldBack = new Map<Machine, PromiseWithResolvers<void>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts a process, and another whenever it has ended. Resolves with the first. */
  async add(machine: Machine, program: Program, name: string): Promise<ProcessUnderTest> {
    const made = { machine, program, name: `${prefixOf(machine)}${name}`, starts: 1 };
    const process = await startBehindDoor(this.#options, made);
    const slot = { ...made, process, startedAt: this.#options.now(), ready: false, stopped: false };
    this.#slots.push(slot);
    this.#watches.push(this.#watch(slot));
    return process;
  }

  server(machine: Machine): ProcessUnderTest {
    return find(this.#slots.find((slot) => isServer(slot) && slot.machine === machine)).process;
  }

  workers(): ProcessUnderTest[] {
    const atWork = this.#slots.filter((slot) => !isServer(slot) && slot.ready && !slot.stopped);
    return atWork.map(({ process }) => process);
  }

  processesOf(machine: Machine): ProcessUnderTest[] {
    return this.#slots.filter((slot) => slot.machine === machine).map(({ process }) => process);
  }

  // By its name: a process that has ended is no longer in a slot.
  machineOf({ name }: ProcessUnderTest): Machine {
    return find(this.#options.machines.find((machine) => name.startsWith(prefixOf(machine))));
  }

  expectEnd(process: ProcessUnderTest): void {
    this.#expected.add(process);
  }

  setStopped(process: ProcessUnderTest, stopped: boolean): void {
    const slot = this.#slots.find((entry) => entry.process === process);
    if (slot !== undefined) slot.stopped = stopped;
  }

  holdBack(machine: Machine): () => void {
    const held = Promise.withResolvers<void>();
    this.#heldBack.set(machine, held);
    return () => {
      this.#heldBack.delete(machine);
      held.resolve();
    };
  }

  async close(): Promise<void> {
    const slots = this.#slots;
    this.#closing.abort();
    for (const { resolve } of this.#heldBack.values()) resolve();
    for (const { process } of slots) process.signal('SIGCONT');
    for (const { process } of slots) process.signal('SIGTERM');
    await Promise.race([Promise.all(slots.map(({ process }) => process.ended)), setTimeout(15_000)]);
    for (const { process } of slots) process.signal('SIGKILL');
    await Promise.all(this.#watches);
  }

  async #watch(slot: Slot): Promise<void> {
    const { onEnd, history, patience, now } = this.#options;
    while (!this.#closing.signal.aborted) {
      const { process } = slot;
      void noteReady(this.#options, slot);
      const end = await process.ended;
      // A process that finds no database while it starts may give up. It is started again.
      if (!slot.ready) patience.noteStart(now() - slot.startedAt, false);
      const surprise = slot.ready && !this.#expected.delete(process);
      slot.ready = false;
      slot.stopped = false;
      onEnd(process);
      if (surprise && !this.#closing.signal.aborted) reportUnexpectedEnd(this.#options, process, end);
      history.note(undefined, `${process.name} has ended (${end.signal ?? `code ${end.code}`})`);
      await this.#heldBack.get(slot.machine)?.promise;
      if (this.#closing.signal.aborted) return;
      slot.starts += 1;
      slot.process = await startBehindDoor(this.#options, slot);
      slot.startedAt = now();
    }
  }
}

function prefixOf({ name }: Machine): string {
  return name === '' ? '' : `${name}-`;
}

/** Starts a process with a door of its own to the git host, which closes when the process ends. */
async function startBehindDoor(
  options: Options,
  slot: Pick<Slot, 'machine' | 'program' | 'name' | 'starts'>,
): Promise<ProcessUnderTest> {
  const name = `${slot.name}.${slot.starts}`;
  const door = await options.gitHost.openDoor(name);
  const process = startOne(options, { ...slot, name, door });
  void process.ended.then(() => door.close());
  return process;
}

function startOne(
  options: Options,
  what: { machine: Machine; program: Program; name: string; door: Listening },
): ProcessUnderTest {
  const { machine, program, name, door } = what;
  options.history.note(undefined, `${name} is started`);
  const process = startProcess({
    program,
    name,
    command: machine.command,
    environment: {
      ...options.environment,
      ...machine.settings,
      COPYDESK_DATA_DIR: machine.dataDirectory,
      http_proxy: door.url,
      CHAOS_PROCESS: name,
      CHAOS_CODE_HOST: options.hosts.codeHost,
      CHAOS_MODEL: options.hosts.model,
    },
    log: path.join(options.folder, `${name.replace(/\.\d+$/, '')}.log`),
    onMessage: (message) => options.onMessage(process, message),
  });
  return process;
}

function isServer({ program }: Slot): boolean {
  return program === 'server-program.ts';
}

function find<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('There is no such process on any machine.');
  return found;
}

async function noteReady({ patience, now }: Options, slot: Slot): Promise<void> {
  const { process, startedAt } = slot;
  await process.ready;
  slot.ready = slot.process === process && process.isAlive();
  if (slot.ready) patience.noteStart(now() - startedAt, true);
}

function reportUnexpectedEnd({ violations, folder }: Options, { name }: ProcessUnderTest, end: End): void {
  const how = end.signal ?? `code ${end.code}`;
  const detail = `${name} ended by itself (${how}); its log is in ${folder}`;
  violations.add('no process ends by itself', undefined, detail);
}
