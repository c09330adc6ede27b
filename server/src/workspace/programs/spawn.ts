import { openSpawner, type Spawner } from './spawner.ts';
import { startProgram, type ProgramOrder, type RunningProgram } from './program.ts';

/**
 * From this many programs on, a process has a spawner. It takes 25 MB and a twentieth of a second, so commands that
 * start a few programs go without one.
 */
const worthwhile = 10;
/** How many more are started before a spawner that could not be opened is tried again. */
const retryAfter = 1000;

/** Starts programs: through a spawner where this process starts many. */
export class ProgramStarter {
  /** Called when a spawner could not be opened: programs are started without one, and each start takes longer. */
  onFailure: (error: unknown) => void = () => {};
  readonly #open: () => Promise<Spawner>;
  #spawner: Spawner | undefined;
  #started = 0;
  #isOpening = false;

  constructor(open: () => Promise<Spawner>) {
    this.#open = open;
  }

  start(order: ProgramOrder): RunningProgram {
    if (this.#spawner?.isOpen() === true) return this.#spawner.spawn(order);
    this.#started += 1;
    if (this.#started >= worthwhile && !this.#isOpening) void this.#openSpawner();
    return startProgram(order);
  }

  /** Programs are started without a spawner until there is one. */
  async #openSpawner(): Promise<void> {
    this.#isOpening = true;
    try {
      this.#spawner = await this.#open();
      this.#started = 0;
    } catch (error) {
      // No process can be started, or no address be listened at. That seldom changes soon.
      this.#started = -retryAfter;
      this.onFailure(error);
    }
    this.#isOpening = false;
  }
}

/** One for the process: it serves all who start programs, and its spawner ends with the process. */
const shared = new ProgramStarter(openSpawner);

/**
 * Starts a program: through a spawner where this process starts many. Linux copies the page tables of a process that
 * starts another one, and the process waits meanwhile: 1.4 ms at 50 MB, 9.6 ms at 300 MB and 37 ms at 1 GB, on one
 * virtual machine, where `git --version` through a spawner took 2.2 ms at any size, 0.3 of them in this process. On
 * macOS Node uses `posix_spawn`, which copies nothing.
 */
export function spawnProgram(order: ProgramOrder): RunningProgram {
  return process.platform === 'linux' ? shared.start(order) : startProgram(order);
}

/** From now on, `report` is called when the spawner of this process could not be opened. */
export function reportSpawnerFailures(report: (error: unknown) => void): void {
  shared.onFailure = report;
}
