import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ToProcess } from './messages.ts';

/** A process of the product, started by the rig and at its mercy. */
export interface ProcessUnderTest {
  /** As the hosts know it: a number is never given twice. */
  name: string;
  id: number | undefined;
  /** Resolves with the address of a server, or an empty text, when it is at work. Never rejects. */
  ready: Promise<string>;
  /** Resolves when it has heard that it is to end. Never rejects. */
  ending: Promise<void>;
  /** Resolves when it has ended: by a signal, or with a code of its own. */
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
 * Starts one of the programs of this folder.
 *
 * @param options.command the words by which a program is run.
 * @param options.log a file that takes what it prints.
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
      // One that dies meanwhile hears nothing more.
      if (child.connected) child.send(message, () => {});
    },
    signal: (signal) => void child.kill(signal),
  };
}
