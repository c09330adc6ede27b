import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/*
 * Tests start servers, databases and programs, many as groups of their own. When tests are stopped, or a broken source
 * loses one of them, these would stay. Linux shows what belongs to a run; elsewhere only its own group is ended.
 */

/** Ends a process that leads a group, its group, and everything that it has started, directly or not. */
export function endAll(leader: number): void {
  const all = [leader, ...descendants(leader)];
  for (const id of all) kill(-id);
  for (const id of all) kill(id);
}

/** Ends the processes that were started with one of the folders in a word or a variable, or that run within one. */
export function endThoseOf(folders: readonly string[]): void {
  for (const id of processIds()) {
    if (id === process.pid) continue;
    const traces = [read(`${id}/cmdline`), read(`${id}/environ`), link(`${id}/cwd`)];
    if (folders.some((folder) => traces.some((trace) => trace.includes(folder)))) kill(id);
  }
}

function descendants(leader: number): number[] {
  const parents = new Map(processIds().map((id) => [id, parentOf(id)]));
  const found = new Set([leader]);
  // A set is iterated over what is added meanwhile, too.
  for (const one of found) for (const [id, parent] of parents) if (parent === one) found.add(id);
  found.delete(leader);
  return [...found];
}

/** The name of a program, in parentheses, may contain anything. */
function parentOf(id: number): number {
  const stat = read(`${id}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'latin1');
  } catch {
    return '';
  }
}

function link(name: string): string {
  try {
    return readlinkSync(`/proc/${name}`);
  } catch {
    return '';
  }
}

function kill(id: number): void {
  // 0 would be the own group, and -1 everything.
  if (Math.abs(id) <= 1) return;
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended, or never led a group.
  }
}
