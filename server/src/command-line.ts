import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { runCommand } from './operator/program.ts';
import { stopRequest } from './operator/terminal/signals.ts';
import { openTerminal } from './operator/terminal/terminal.ts';
import { namedProject } from './remote/profile/which-server.ts';
import { createOperator } from './wiring/services/operator.ts';

/** What a command gets from its process. */
export interface CommandLine {
  /** The words after the program's name. */
  words: string[];
  env: Record<string, string | undefined>;
  /** The working folder. */
  folder: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean };
  now: () => Date;
  /** Emits the signals that the process gets, and ends it. */
  process: EventEmitter & { exit(code: number): void };
}

/** Runs one command line with the services of this installation, and returns the exit code. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const { words, env, folder, stdin, stdout, stderr, now, process } = line;
  const terminal = openTerminal({ stdin, stdout, stderr, env });
  const logReader = terminal.interactive.err ? ({ person: true, colours: terminal.colours.err } as const) : 'programs';
  return await runCommand(
    words,
    {
      operator: createOperator(env, logReader, folder),
      terminal,
      now,
      project: namedProject({ environment: env, folder }),
      stopRequest: () => stopRequest(process, now),
      exit: { code: 0 },
    },
    (env.COPYDESK_DEBUG ?? '') !== '',
  );
}
