import type { EventEmitter } from 'node:events';

/**
 * Resolves with the first signal that asks the process to stop. A second one ends it at once, unless it comes within a
 * second: Ctrl-C reaches both the launcher and this process, and the launcher passes it on.
 */
export function stopRequest(process: EventEmitter & { exit(code: number): void }, now: () => Date) {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= now().getTime();
      resolve(signal);
      if (now().getTime() - first > 1000) process.exit(signalExitCode(signal));
    });
  }
  return promise;
}

/** Returns the exit code with which shells report that a signal ended a process. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGHUP' ? 1 : 15);
}
