import { spawnSync } from 'node:child_process';

/** One that was killed, and that nobody has asked for its end, is no longer running. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
