import type { Running } from './operator.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Waits for a signal, then stops `running` in order. Throws when it ends by itself with an error. */
export async function runUntilStopped(
  running: Running,
  stopRequested: Promise<NodeJS.Signals>,
  terminal: Terminal,
): Promise<void> {
  const signal = await Promise.race([stopRequested, running.ended]);
  if (signal !== undefined) terminal.err('Stopping: the current steps finish first.\n');
  await running.stop();
}
