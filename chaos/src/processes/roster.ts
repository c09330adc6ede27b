import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import type { GitHost } from '../hosts/git-host.ts';
import type { Listening } from '../hosts/listen.ts';
import type { History } from '../history.ts';
import type { Violations } from '../violations.ts';
import type { FromProcess } from './messages.ts';
import { startProcess } from './start.ts';
import type { End, ProcessUnderTest } from './start.ts';

/** The processes of the product: one that serves the API and several workers, each started again when it has ended. */
export interface Roster {
  server: () => ProcessUnderTest;
  /** The workers that are at work and not stopped. */
  workers: () => ProcessUnderTest[];
  /** From now on the end of this process is no surprise. */
  expectEnd: (process: ProcessUnderTest) => void;
  /** Hides a worker from {@link Roster.workers} while it is stopped. */
  setStopped: (process: ProcessUnderTest, stopped: boolean) => void;
  /** Kills all of them, for good. */
  close: () => Promise<void>;
}

interface Options {
  /** Of the product's settings, and `PATH`. */
  environment: Record<string, string | undefined>;
  folder: string;
  workers: number;
  gitHost: GitHost;
  hosts: { codeHost: string; model: string };
  history: History;
  violations: Violations;
  onMessage: (process: ProcessUnderTest, message: FromProcess) => void;
  onEnd: (process: ProcessUnderTest) => void;
}

type Program = Parameters<typeof startProcess>[0]['program'];

interface Slot {
  program: Program;
  name: string;
  starts: number;
  process: ProcessUnderTest;
  ready: boolean;
  stopped: boolean;
}

/** Starts the server, which makes the database, and then the workers. */
export async function openRoster(options: Options): Promise<Roster> {
  const slots: Slot[] = [];
  const expected = new Set<ProcessUnderTest>();
  const closing = new AbortController();

  const start = async (program: Program, name: string, starts: number): Promise<ProcessUnderTest> => {
    const door = await options.gitHost.openDoor(`${name}.${starts}`);
    const process = startOne(options, { program, name: `${name}.${starts}`, door });
    void process.ended.then(() => door.close());
    return process;
  };
  const watch = async (slot: Slot): Promise<void> => {
    while (!closing.signal.aborted) {
      const { process } = slot;
      void noteReady(slot);
      const end = await process.ended;
      // One that finds no database while it starts may give up; it is started again.
      const surprise = slot.ready && !expected.delete(process);
      slot.ready = false;
      slot.stopped = false;
      options.onEnd(process);
      if (closing.signal.aborted) return;
      if (surprise) tellSurprise(options, process, end);
      options.history.note(undefined, `${process.name} has ended (${end.signal ?? `code ${end.code}`})`);
      slot.starts += 1;
      slot.process = await start(slot.program, slot.name, slot.starts);
    }
  };
  const add = async (program: Program, name: string): Promise<Slot> => {
    const slot = { program, name, starts: 1, process: await start(program, name, 1), ready: false, stopped: false };
    slots.push(slot);
    return slot;
  };

  const server = await add('server-program.ts', 'server');
  const watches = [watch(server)];
  await Promise.race([server.process.ready, setTimeout(60_000)]);
  for (let number = 1; number <= options.workers; number += 1) {
    watches.push(watch(await add('worker-program.ts', `worker-${number}`)));
  }
  return {
    server: () => server.process,
    workers: () => slots.filter((slot) => slot !== server && slot.ready && !slot.stopped).map(({ process }) => process),
    expectEnd: (process) => void expected.add(process),
    setStopped(process, stopped) {
      const slot = slots.find((entry) => entry.process === process);
      if (slot !== undefined) slot.stopped = stopped;
    },
    async close() {
      closing.abort();
      for (const { process } of slots) process.signal('SIGCONT');
      for (const { process } of slots) process.signal('SIGTERM');
      await Promise.race([Promise.all(slots.map(({ process }) => process.ended)), setTimeout(15_000)]);
      for (const { process } of slots) process.signal('SIGKILL');
      await Promise.all(watches);
    },
  };
}

async function noteReady(slot: Slot): Promise<void> {
  const { process } = slot;
  await process.ready;
  slot.ready = slot.process === process && process.isAlive();
}

function startOne(options: Options, what: { program: Program; name: string; door: Listening }): ProcessUnderTest {
  const { program, name, door } = what;
  options.history.note(undefined, `${name} is started`);
  const process = startProcess({
    program,
    name,
    environment: {
      ...options.environment,
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

function tellSurprise({ violations, folder }: Options, { name }: ProcessUnderTest, end: End): void {
  const how = end.signal ?? `code ${end.code}`;
  const detail = `${name} ended by itself (${how}); its log is in ${folder}`;
  violations.add('no process ends by itself', undefined, detail);
}
