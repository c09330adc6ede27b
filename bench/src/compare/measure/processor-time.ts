import { setTimeout } from 'node:timers/promises';
import { cpuOfDescendants } from '../../views/process-figures.ts';

const pollMilliseconds = 40;
const quietPolls = 3;
const mostMilliseconds = 3_000;

/**
 * Measures the processor seconds that a server and all of its descendants use for an action: git programs that have
 * ended as well as PostgreSQL.
 *
 * It waits until the server is quiet again. What the server postpones belongs to the action, and must not take time
 * from the lane that is next.
 */
export async function withProcessorTime<T>(
  processId: number,
  act: () => Promise<T>,
): Promise<{ result: T; processorSeconds: number }> {
  const before = await cpuOfDescendants(processId);
  const result = await act();
  return { result, processorSeconds: (await untilQuiet(processId)) - before };
}

/** Returns the processor seconds of a server so far, when it has done nothing for a moment, or after three seconds. */
async function untilQuiet(processId: number): Promise<number> {
  const deadline = performance.now() + mostMilliseconds;
  let used = await cpuOfDescendants(processId);
  for (let quiet = 0; quiet < quietPolls && performance.now() < deadline;) {
    await setTimeout(pollMilliseconds);
    const now = await cpuOfDescendants(processId);
    quiet = now > used ? 0 : quiet + 1;
    used = now;
  }
  return used;
}
