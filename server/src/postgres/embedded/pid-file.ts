import { readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { ListenAddress } from './address.ts';
import { ignoreMissing } from './file-errors.ts';
import { isAlive, runProgram } from './process.ts';

/** What a server writes about itself to `postmaster.pid` (PostgreSQL's miscadmin.h). */
export interface RunningServer {
  processId: number;
  /** Where it listens: the folder of its Unix socket, or a loopback address. */
  host: string;
  port: number;
  /** Whether it accepts connections: it is neither starting nor stopping. */
  ready: boolean;
}

/** Returns the server that runs on a cluster. Undefined when there is none, or only the file of a killed one. */
export async function findRunningServer(data: string): Promise<RunningServer | undefined> {
  const text = await readPidFile(data);
  const [processId = '', , , port = '', socketFolder = '', address = '', , status = ''] = (text ?? '').split('\n');
  const id = Number.parseInt(processId, 10);
  if (!(await isServerOf(id, data))) return undefined;
  return {
    processId: id,
    host: socketFolder === '' ? address : socketFolder,
    port: Number.parseInt(port, 10),
    ready: status.trim() === 'ready',
  };
}

/**
 * Returns the process id in the files of a killed server, when that process is alive but is no server of this cluster.
 * Either the id was reused by another program of the same user, as happens to a container's first ids at its next
 * start, or the killed server's parent has not collected its exit yet. A server refuses to start while its files name
 * such a process; it recognises all other stale files by itself.
 */
export async function findMistakenFor(data: string, { host, port }: ListenAddress): Promise<number | undefined> {
  const files = [pidFile(data), ...(host.startsWith('/') ? [path.join(host, `.s.PGSQL.${port}.lock`)] : [])];
  for (const file of files) {
    const id = Number.parseInt((await readFile(file, 'utf8').catch(ignoreMissing)) ?? '', 10);
    if (id > 0 && isAlive(id) && !(await isServerOf(id, data))) return id;
  }
  return undefined;
}

async function readPidFile(data: string): Promise<string | undefined> {
  return await readFile(pidFile(data), 'utf8').catch(ignoreMissing);
}

function pidFile(data: string): string {
  return path.join(data, 'postmaster.pid');
}

/** A process id may have been reused by another program. A server's working folder is its data directory. */
export async function isServerOf(processId: number, data: string): Promise<boolean> {
  if (!(processId > 0) || !isAlive(processId)) return false;
  if (process.platform === 'linux') return (await workingFolder(processId)) === data;
  const { output } = await runProgram('/bin/ps', ['-o', 'command=', '-p', String(processId)], {
    folder: '/',
    runAs: undefined,
  });
  return output.includes(data);
}

/** Returns undefined for a process that has ended in the meantime or belongs to another user. */
async function workingFolder(processId: number): Promise<string | undefined> {
  return await readlink(`/proc/${processId}/cwd`).catch(() => undefined);
}
