import { readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { ListenAddress } from './address.ts';
import { ignoreMissing } from './file-errors.ts';
import { isAlive, runProgram } from './process.ts';

/** What a server says of itself in `postmaster.pid` (PostgreSQL's miscadmin.h). */
export interface RunningServer {
  processId: number;
  /** Where it listens: the folder of its Unix socket, or a loopback address. */
  host: string;
  port: number;
  /** Accepts connections: neither starting nor stopping. */
  ready: boolean;
}

/** The server that runs on a cluster; undefined when there is none, or only the file of one that was killed. */
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
 * The process that a server which was killed has left in its files, where it is alive and no server of this cluster: its
 * id was given to another program of the same user, as a container's first ids are at its next start, or nobody has asked
 * yet for the end of the killed one. A server refuses to start while the files name it; all others it sees through itself.
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

/** A process id may have been given to another program since: a server works in its data directory. */
export async function isServerOf(processId: number, data: string): Promise<boolean> {
  if (!(processId > 0) || !isAlive(processId)) return false;
  if (process.platform === 'linux') return (await workingFolder(processId)) === data;
  const { output } = await runProgram('/bin/ps', ['-o', 'command=', '-p', String(processId)], {
    folder: '/',
    runAs: undefined,
  });
  return output.includes(data);
}

/** A process that has ended meanwhile, or is another user's, works nowhere that we know. */
async function workingFolder(processId: number): Promise<string | undefined> {
  return await readlink(`/proc/${processId}/cwd`).catch(() => undefined);
}
