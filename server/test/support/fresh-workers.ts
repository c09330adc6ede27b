import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node';

/**
 * How many files a process of vitest runs before a new one takes its place. Loading the product anew takes a second of
 * a processor. But each file leaves megabytes behind: a process has 1.1 GB after 90 of them. The part `whole` took 275
 * seconds with 20 files, 258 with 45, and 250 with 90.
 */
const filesOfOneProcess = 60;

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
