import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { Connection } from '../../src/postgres/connection.ts';
import { isAlive } from '../../src/postgres/embedded/process.ts';

export interface HoldOptions {
  directory: string;
  /** The user that the process switches to when the tests run as root. */
  user?: number;
  machine?: { packageFolder?: string; sharedFolder?: string; temporaryFolder?: string };
}

/** A separate process that runs an embedded server. */
export interface Holder {
  connection: Connection;
  /** Sends a query to the server through the process' own pool until it answers. */
  ping(): Promise<void>;
  stop(): Promise<void>;
  /** Pauses and resumes the process. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** `kill -9` */
  kill(): Promise<void>;
}

/** Starts a process that runs the server of a directory; rejects with `code: message` when it cannot. */
export async function holdServer(options: HoldOptions): Promise<Holder> {
  const child = startProgram(options);
  const { connection, error } = await nextMessage(child);
  if (connection === undefined) throw new Error(`${error?.code}: ${error?.message}`);
  return {
    connection,
    async ping() {
      const pong = once(child, 'message');
      child.send('ping');
      await pong;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.send('stop');
      await exit;
    },
    signal: (name) => void child.kill(name),
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Starts the same process and leaves the rest to the test. */
export function startProgram({ machine = {}, ...options }: HoldOptions): ChildProcess {
  const program = fileURLToPath(new URL('embedded-program.ts', import.meta.url));
  return fork(program, [JSON.stringify({ ...options, machine })], { execArgv: [], cwd: '/' });
}

/** The process id in `postmaster.pid`; undefined when no server runs on the data. */
export async function serverProcess(data: string): Promise<number | undefined> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const id = Number.parseInt(text ?? '', 10);
  return isAlive(id) ? id : undefined;
}

/** Stops a server that a test left without its holder process. */
export async function killServer(data: string, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGQUIT'): Promise<void> {
  const id = await serverProcess(data);
  if (id === undefined) return;
  process.kill(id, signal);
  await vi.waitUntil(() => !isAlive(id), { timeout: 20_000 });
}

interface Message {
  connection?: Connection;
  error?: { code: string; message: string };
}

async function nextMessage(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Message | number | null];
  if (typeof message === 'object' && message !== null) return message;
  throw new Error(`The process ended (${message}) instead of answering`);
}
