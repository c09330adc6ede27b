import { openSpawner, type Spawner } from './spawner.ts';
import { startProgram, type ProgramOrder, type RunningProgram } from './program.ts';

/**
 * From this many programs on, a process has a spawner. It takes 25 MB and a twentieth of a second, so commands that
 * start a few programs go without one.
 */
const worthwhile = 10;
/** How many more are started before a spawner that could not be opened is tried again. */
const retryAfter = 1000;

/** One for the process: it serves all who start programs, and ends with the process. */
const shared: { started: number; spawner: Spawner | undefined; isOpening: boolean } = {
  started: 0,
  spawner: undefined,
  isOpening: false,
};

/**
 * Starts a program: through a spawner where this process starts many. Linux copies the page tables of a process that
 * starts another one, and the process waits meanwhile: 1.4 ms at 50 MB, 9.6 ms at 300 MB and 37 ms at 1 GB, on one
 * virtual machine, where `git --version` through a spawner took 2.2 ms at any size, 0.3 of them in this process. On
 * macOS Node uses `posix_spawn`, which copies nothing.
 */
export function spawnProgram(order: ProgramOrder): RunningProgram {
  if (shared.spawner?.isOpen() === true) return shared.spawner.spawn(order);
  shared.started += 1;
  if (shared.started >= worthwhile && !shared.isOpening && process.platform === 'linux') void openShared();
  return startProgram(order);
}

/** Programs are started without a spawner until there is one. */
async function openShared(): Promise<void> {
  shared.isOpening = true;
  try {
    shared.spawner = await openSpawner();
    shared.started = 0;
  } catch {
    // No process can be started, or no address be listened at. That seldom changes soon.
    shared.started = -retryAfter;
  }
  shared.isOpening = false;
}
