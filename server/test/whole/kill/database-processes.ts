import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The processes of the embedded PostgreSQL of a data directory: the first one, and its children. */
export async function databaseProcesses(dataDirectory: string): Promise<{ first: number; children: number[] }> {
  const first = await firstProcess(dataDirectory);
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = pairs.flatMap(([id = 0, parent]) => (parent === first ? [id] : []));
  return { first, children };
}

/** A process that was killed a moment ago may have no successor yet. */
async function firstProcess(dataDirectory: string): Promise<number> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const file = path.join(dataDirectory, 'postgres/data/postmaster.pid');
    const text = await readFile(file, 'utf8').catch(() => '');
    const id = Number.parseInt(text, 10);
    // The file of a killed one stays until its successor is ready.
    if (text.includes('ready') && signal(id, 0)) return id;
    await setTimeout(100);
  }
  throw new Error('PostgreSQL was not started again within a minute');
}

/** Returns whether there was such a process: one that has ended meanwhile needs no signal. */
export function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
