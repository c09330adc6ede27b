import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Stream, Writable } from 'node:stream';

/** A program to start, with all that it depends on. */
export interface ProgramOrder {
  /** A path, or a name that is looked up on the `PATH` of `env`. */
  program: string;
  given: string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** Runs the program as this user. Only root can do that. */
  as?: { uid: number; gid: number } | undefined;
}

/** A program that runs in a process group of its own. */
export interface RunningProgram {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when it has ended and nothing writes to `stdout` any more. Never rejects. */
  exit: Promise<ProgramExit>;
  /** Signals it and everything that it started, unless it has ended. */
  signal(name: NodeJS.Signals): void;
}

export interface ProgramExit {
  /** -1 when it could not be started, or was ended by a signal. */
  code: number;
  /** The first 400,000 characters: enough for a server's message and the progress before it. */
  stderr: string;
}

const keptCharacters = 400_000;

/** Starts a program as a child of this process. */
export function startProgram(order: ProgramOrder): RunningProgram {
  const child = spawn(order.program, order.given, spawnOptions(order));
  // When a process ends before it has read its input, its exit reports that, not the pipe.
  child.stdin.on('error', () => {});
  return { stdin: child.stdin, stdout: child.stdout, ...watchProgram(child) };
}

/** Starts a program that reads from one stream and writes to the other, both of which are open sockets. */
export function startProgramOn(order: ProgramOrder, input: Stream, output: Stream): ChildProcess {
  return spawn(order.program, order.given, { ...spawnOptions(order), stdio: [input, output, 'pipe'] });
}

/** A process group of its own, so that what it starts (transports, packers) can be ended with it. */
function spawnOptions({ cwd, env, as }: ProgramOrder) {
  return { cwd, env, detached: true, ...as };
}

/** Reports the end of a spawned program, and signals it until then. */
export function watchProgram(child: ChildProcess): Pick<RunningProgram, 'exit' | 'signal'> {
  let stderr = '';
  let ended = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < keptCharacters) stderr += text;
  });
  const exit = new Promise<ProgramExit>((resolve) => {
    const finish = (code: number, words: string): void => {
      ended = true;
      resolve({ code, stderr: words });
    };
    child.once('error', (error) => finish(-1, error.message));
    child.once('close', (code) => finish(code ?? -1, stderr));
  });
  return {
    exit,
    signal: (name) => {
      // What the program has started may run on after it.
      if (child.pid !== undefined && !ended) signalGroup(child.pid, name);
    },
  };
}

/** Signals all processes of a group. */
export function signalGroup(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(-id, name);
  } catch {
    // They have ended.
  }
}
