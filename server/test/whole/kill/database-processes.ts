import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The processes of the embedded PostgreSQL of a data directory: the first one, and its children. */
export async function databaseProcesses(dataDirectory: string): Promise<{ first: number; children: number[] }> {
  const file = await readFile(path.join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8');
  const first = Number.parseInt(file, 10);
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = pairs.flatMap(([id = 0, parent]) => (parent === first ? [id] : []));
  return { first, children };
}
