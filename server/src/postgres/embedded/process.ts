import { execFile, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { CopydeskError } from '@copydesk/contract';
import { errorCode } from './file-errors.ts';
import type { User } from './machine.ts';

interface Surroundings {
  /** The working folder of the program, which its user can reach. */
  folder: string;
  /** The user to run as, when it differs from this process' user and this process may change to it. */
  runAs: User | undefined;
}

/**
 * The whole environment of PostgreSQL's programs. Contains nothing of this process' own environment, which has secrets.
 */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program to its end. `errors` is what it wrote to standard error. */
export async function runProgram(
  program: string,
  parameters: string[],
  { folder, runAs }: Surroundings,
): Promise<{ exitCode: number; output: string; errors: string }> {
  return await new Promise((resolve, reject) => {
    execFile(program, parameters, { cwd: folder, env: environment, ...runAs }, (error, output, errors) => {
      if (error === null) resolve({ exitCode: 0, output, errors });
      else if (typeof error.code === 'number') resolve({ exitCode: error.code, output, errors });
      else reject(cannotRun(program, error));
    });
  });
}

/** A server that continues when this process ends. */
export interface ServerProcess {
  /** Set once it has ended; null when a signal ended it. */
  exitCode: number | null | undefined;
}

/**
 * Starts a server in a session of its own, so that the terminal's signals do not reach it. It writes only to the log
 * file.
 *
 * A process that the server would mistake for a running server is named as its grandparent: the server ignores a lock
 * file with the id of its grandparent (CreateLockFile in PostgreSQL's miscinit.c; pg_ctl does the same). So the server
 * itself replaces its files, and only those that name this process. Removing the files before the start was a race
 * between two starts: one removed the files of the server that the other had just started, which then never wrote where
 * it listens, and no process found it again.
 */
export async function startServerProcess(
  program: string,
  parameters: string[],
  { folder, runAs, log, mistakenFor }: Surroundings & { log: string; mistakenFor: number | undefined },
): Promise<ServerProcess> {
  await using file = await open(log, 'a', 0o600);
  return await new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: folder,
      env: mistakenFor === undefined ? environment : { ...environment, PG_GRANDPARENT_PID: String(mistakenFor) },
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
      ...runAs,
    });
    const server: ServerProcess = { exitCode: undefined };
    child.once('spawn', () => resolve(server));
    child.once('error', (error) => reject(cannotRun(program, error)));
    child.once('exit', (exitCode) => (server.exitCode = exitCode));
    child.unref();
  });
}

/** Whether a process with this id exists, whichever user owns it. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function cannotRun(program: string, error: Error): CopydeskError {
  return new CopydeskError(
    'database_refused',
    `The embedded PostgreSQL cannot be run on this machine: ${program} (${errorCode(error) ?? error.message}). ` +
      'It needs glibc, and as root the right to run programs as another user. Otherwise use DATABASE_URL.',
    { cause: error },
  );
}
