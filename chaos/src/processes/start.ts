import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ToProcess } from './messages.ts';

/** A process of the product that the rig started and may kill. */
export interface ProcessUnderTest {
  /** Its name at the hosts: a number is never used twice. */
  name: string;
  id: number | undefined;
  /** Resolves with the address of a server, or an empty text, when it runs. Never rejects. */
  ready: Promise<string>;
  /** Resolves when the process has noticed that it must end. Never rejects. */
  ending: Promise<void>;
  /** Resolves when it has ended: by a signal, or with an exit code of its own. */
  ended: Promise<End>;
  isAlive: () => boolean;
  send: (message: ToProcess) => void;
  signal: (signal: NodeJS.Signals) => void;
}

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * Starts one of the programs in this folder.
 *
 * @param options.command the words with which a program is run.
 * @param options.log a file that receives what it prints.
 */
export function startProcess(options: {
  program: 'server-program.ts' | 'worker-program.ts';
  name: string;
  command: (program: readonly string[]) => string[];
  environment: Record<string, string | undefined>;
  log: string;
  onMessage: (message: FromProcess) => void;
}): ProcessUnderTest {
  const { name, environment, onMessage } = options;
  const log = openSync(options.log, 'a');
  const program = fileURLToPath(new URL(options.program, import.meta.url));
  const [command = '', ...words] = options.command([process.execPath, program]);
  const child = spawn(command, words, { env: environment, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  const ended = new Promise<End>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const ready = Promise.withResolvers<string>();
  const ending = Promise.withResolvers<void>();
  child.on('message', (message: FromProcess) => {
    if (message.kind === 'ready') ready.resolve(message.url);
    if (message.kind === 'ending') ending.resolve();
    onMessage(message);
  });
  child.on('error', () => {});
  return {
    name,
    id: child.pid,
    ready: ready.promise,
    ending: ending.promise,
    ended,
    isAlive,
    send: (message) => {
      // A process that dies meanwhile receives nothing more.
      if (child.connected) child.send(message, () => {});
    },
    signal: (signal) => void child.kill(signal),
  };
}
