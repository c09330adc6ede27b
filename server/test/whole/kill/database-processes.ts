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
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const file = path.join(dataDirectory, 'postgres/data/postmaster.pid');
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.includes('ready')) return Number.parseInt(text, 10);
    await setTimeout(100);
  }
  throw new Error('PostgreSQL was not started again within 10 seconds');
}
