import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node';

/**
 * How many files a process of vitest runs before a new one takes its place. Loading the product anew takes a second of
 * a processor. But each file leaves two or three megabytes behind, and each start of git copies the page tables of its
 * process: 30 milliseconds from one of a gigabyte, 1.6 from one of 75 MB. The 1,337 tests of `worker`, `workspace` and
 * `code-hosts` took 315 seconds in two processes, and 265 with new ones after 30 files, and 267 after 10.
 */
const filesOfOneProcess = 20;

/** A worker of the pool `forks` whose process ends after some files. */
class FreshWorker extends ForksPoolWorker {
  override readonly name = 'fresh workers';
  #files = 0;

  override send(message: WorkerRequest): void {
    if (message.type === 'run') this.#files += 1;
    super.send(message);
  }

  canReuse(): boolean {
    return this.#files < filesOfOneProcess;
  }
}

/** Processes that test files share, for some files each. */
export const freshWorkers = {
  name: 'fresh workers',
  createPoolWorker: (options: PoolOptions) => new FreshWorker(options),
};
