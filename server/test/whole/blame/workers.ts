import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Workers that restart when they have ended, as under a supervisor. */
export interface Workers extends AsyncDisposable {
  /** How they ended, by signal. */
  ends: (NodeJS.Signals | null)[];
  /** Kills the one that has run longest, if one is running. */
  kill: () => void;
}

export function startWorkers(count: number, environment: Record<string, string>): Workers {
  const ends: Workers['ends'] = [];
  const children: ChildProcess[] = [];
  let over = false;
  const start = (): void => {
    const child = fork(new URL('./worker-program.ts', import.meta.url), {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    children.push(child);
    child.once('exit', (_code, signal) => {
      if (over) return;
      ends.push(signal);
      children.splice(children.indexOf(child), 1);
      start();
    });
  };
  for (let number = 0; number < count; number += 1) start();
  return {
    ends,
    kill: () => void children.find((child) => !child.killed)?.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      over = true;
      const exits = children.map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(exits);
    },
  };
}
