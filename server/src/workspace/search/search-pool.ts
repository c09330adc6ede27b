import { Thread } from '../../threads/thread.ts';
import type { SearchAnswer, SearchTask } from './search-worker.ts';

/** Matches texts in worker threads, so that no pattern blocks whatever else the process does. */
export interface SearchPool {
  readonly threads: number;
  /**
   * Returns `ended` when the task used more time or memory than it may, or `signal` aborted: no caller needs its answer
   * any more. The thread that worked on it is ended, too, so that it does not delay other searches.
   *
   * @param onTaken called with how long a thread has worked on the task, in milliseconds.
   */
  run(task: SearchTask, signal: AbortSignal, onTaken?: (milliseconds: number) => void): Promise<SearchAnswer | 'ended'>;
  /** Ends the threads. They start again when they are needed. */
  close(): Promise<void>;
}

export interface OpenSearchPool extends SearchPool {
  /** Starts threads before there is work for them, up to this many. Resolves when they are ready; never throws. */
  prepare(threads: number): Promise<void>;
}

export interface SearchPoolOptions {
  threads: number;
  /** How long one task may take. A usual one takes a hundredth of a second. */
  timeoutMilliseconds: number;
  /**
   * How long work waits for a busy thread before another is started. A thread starts in 60 ms, and most tasks take less
   * than one.
   */
  patienceMilliseconds?: number;
}

interface Waiting {
  task: SearchTask;
  signal: AbortSignal;
  onTaken: ((milliseconds: number) => void) | undefined;
  resolve: (answer: SearchAnswer | 'ended') => void;
  reject: (error: unknown) => void;
}

/**
 * Opens a pool. Its threads start when there is work for them, and do not keep the process alive while they have none.
 */
export function openSearchPool(options: SearchPoolOptions): OpenSearchPool {
  return new ThreadPool(options);
}

class ThreadPool implements OpenSearchPool {
  readonly threads: number;
  readonly #timeoutMilliseconds: number;
  readonly #patienceMilliseconds: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle = new Set<Thread>();
  readonly #all = new Set<Thread>();
  #patience: NodeJS.Timeout | undefined;

  constructor({ threads, timeoutMilliseconds, patienceMilliseconds = 10 }: SearchPoolOptions) {
    this.threads = threads;
    this.#patienceMilliseconds = patienceMilliseconds;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  run(
    task: SearchTask,
    signal: AbortSignal,
    onTaken?: (milliseconds: number) => void,
  ): Promise<SearchAnswer | 'ended'> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, signal, onTaken, resolve, reject });
      this.#advance();
    });
  }

  async prepare(threads: number): Promise<void> {
    const ready: Promise<unknown>[] = [];
    while (this.#all.size < Math.min(threads, this.threads)) {
      const { promise, resolve, reject } = Promise.withResolvers<SearchAnswer | 'ended'>();
      // It outlasts whoever asked for it: the next one would start it again.
      const { signal } = new AbortController();
      this.#work(this.#start(), { task: nothing, signal, onTaken: undefined, resolve, reject });
      ready.push(promise);
    }
    await Promise.allSettled(ready);
  }

  async close(): Promise<void> {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    for (const { resolve } of this.#waiting.splice(0)) resolve('ended');
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #advance(): void {
    while (this.#hasWork()) {
      if (this.#all.size === 0) this.#idle.add(this.#start());
      const [worker] = this.#idle;
      if (worker === undefined) return this.#startAnotherSoon();
      this.#idle.delete(worker);
      const next = this.#waiting.shift();
      if (next) this.#work(worker, next);
    }
  }

  /** Returns whether a task waits, and ends those before it whose callers are gone. */
  #hasWork(): boolean {
    while (this.#waiting[0]?.signal.aborted === true) this.#waiting.shift()?.resolve('ended');
    return this.#waiting.length > 0;
  }

  #startAnotherSoon(): void {
    if (this.#all.size >= this.threads) return;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      if (this.#hasWork() && this.#all.size < this.threads) this.#idle.add(this.#start());
      this.#advance();
    }, this.#patienceMilliseconds);
  }

  #start(): Thread {
    const worker = new Thread(new URL('./search-worker.ts', import.meta.url), { name: 'search', memoryMegabytes: 256 });
    worker.once('exit', () => this.#forget(worker));
    this.#all.add(worker);
    return worker;
  }

  #work(worker: Thread, { task, signal, onTaken, resolve, reject }: Waiting): void {
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (usable: boolean, notify: () => void): void => {
      onTaken?.(performance.now() - begun);
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      worker.off('message', hear).off('error', fail).off('exit', stopped).unref();
      if (usable) this.#idle.add(worker);
      else this.#end(worker);
      notify();
      this.#advance();
    };
    const hear = (answer: SearchAnswer): void => settle(true, () => resolve(answer));
    const fail = (error: unknown): void =>
      settle(false, () => (isOutOfMemory(error) ? resolve('ended') : reject(error)));
    const stopped = (): void => settle(false, () => reject(new Error('a thread that searches was ended')));
    const giveUp = (): void => settle(false, () => resolve('ended'));
    // On a busy machine a thread may take longer to start than a task may take.
    const startTimer = async (): Promise<void> => {
      await worker.loaded();
      if (!isSettled) timer = setTimeout(giveUp, this.#timeoutMilliseconds);
    };
    void startTimer();
    signal.addEventListener('abort', giveUp, { once: true });
    worker.on('message', hear).once('error', fail).once('exit', stopped).ref();
    worker.postMessage(task, []);
  }

  #end(worker: Thread): void {
    this.#forget(worker);
    void worker.terminate();
  }

  #forget(worker: Thread): void {
    this.#all.delete(worker);
    this.#idle.delete(worker);
  }
}

/** A task that a thread answers at once. */
const nothing: SearchTask = {
  kind: 'count',
  pattern: { pattern: 'a', syntax: 'text', ignoreCase: false },
  texts: [],
  most: 1,
};

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
