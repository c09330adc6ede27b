import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Neighbours } from '../../worker/claim/take-over.ts';

/** Returns what this process can find out about others on its machine. */
export function neighboursOf(process: NodeJS.Process): Neighbours {
  return {
    self: { machine: machineName(), id: process.pid, started: startOf(process.pid) ?? '' },
    isAlive: ({ id, started }) => exists(process, id) && (startOf(id) ?? started) === started,
  };
}

/**
 * The host, and on Linux its boot and its namespace of process ids: two containers may share the host's name and see
 * none of each other's processes, and a rebooted machine numbers its processes again.
 */
function machineName(): string {
  return [hostname(), readOr('/proc/sys/kernel/random/boot_id'), linkOr('/proc/self/ns/pid')].join(' ').trim();
}

function exists(process: NodeJS.Process, id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to somebody else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Returns when a process began, in ticks since the boot (proc_pid_stat(5), field 22, counted after the name, which may
 * contain anything); a zombie has ended. Undefined when there is no such file: then its id alone must do.
 */
function startOf(id: number): string | undefined {
  const stat = readOr(`/proc/${id}/stat`);
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? 'ended' : fields[18];
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function linkOr(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
