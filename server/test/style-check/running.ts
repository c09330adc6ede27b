import { spawnSync } from 'node:child_process';

/** Whether a process is running. A killed process whose parent has not collected its exit status is not. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
