import { openLauncher, type Launcher } from './launcher.ts';
import { startProgram, type ProgramOrder, type RunningProgram } from './program.ts';

/**
 * From this many programs on, a process has a launcher. It takes 25 MB and a twentieth of a second, so commands that
 * start a few programs go without one.
 */
const worthwhile = 10;
/** How many more are started before a launcher that could not be opened is tried again. */
const retryAfter = 1000;

/** One for the process: it serves all who start programs, and ends with the process. */
const shared: { started: number; launcher: Launcher | undefined; isOpening: boolean } = {
  started: 0,
  launcher: undefined,
  isOpening: false,
};

/**
 * Starts a program: through a launcher where this process starts many. Linux copies the page tables of a process that
 * starts another one, and the process waits meanwhile: 1.4 ms at 50 MB, 9.6 ms at 300 MB and 37 ms at 1 GB, on one
 * virtual machine, where `git --version` through a launcher took 2.2 ms at any size, 0.3 of them in this process. On
 * macOS Node uses `posix_spawn`, which copies nothing.
 */
export function launchProgram(order: ProgramOrder): RunningProgram {
  if (shared.launcher?.isOpen() === true) return shared.launcher.launch(order);
  shared.started += 1;
  if (shared.started >= worthwhile && !shared.isOpening && process.platform === 'linux') void openShared();
  return startProgram(order);
}

/** Programs are started without a launcher until there is one. */
async function openShared(): Promise<void> {
  shared.isOpening = true;
  try {
    shared.launcher = await openLauncher();
    shared.started = 0;
  } catch {
    // No process can be started, or no address be listened at. That seldom changes soon.
    shared.started = -retryAfter;
  }
  shared.isOpening = false;
}
