import { Thread } from '../threads/thread.ts';
import { refusedAnswer, runTask, type ParseLimits } from './parse-thread.ts';
import type { ParseAnswer, ParseTask } from './parse-worker.ts';

/** Parses in worker threads, one text at a time in each, so that a text without end harms nothing else. */
export interface ParsePool {
  /** Never rejects because of a text: exceeded time or memory and bad syntax all return `refused`. */
  run(task: ParseTask): Promise<ParseAnswer>;
  close(): Promise<void>;
}

/** How many pages are read at once: enough to keep the threads busy. */
export const pagesAtOnce = 16;

/** Starting another thread costs about as much as parsing this many characters. */
const charactersPerThread = 150_000;

/** Opens a pool. Threads start when there is work for them, and idle threads do not keep the process alive. */
export function openParsePool(options: ParsePoolOptions): ParsePool {
  return new ThreadPool(options);
}

type ParsePoolOptions = ParseLimits & { workers: number };

class ThreadPool implements ParsePool {
  readonly #workers: number;
  readonly #limits: ParseLimits;
  readonly #waiting: { task: ParseTask; resolve: (answer: ParseAnswer) => void }[] = [];
  readonly #idle = new Set<Thread>();
  readonly #all = new Set<Thread>();
  #closed = false;

  constructor({ workers, ...limits }: ParsePoolOptions) {
    this.#workers = workers;
    this.#limits = limits;
  }

  run(task: ParseTask): Promise<ParseAnswer> {
    if (this.#closed) return Promise.resolve(refusedAnswer('the parser is closed'));
    const answered = new Promise<ParseAnswer>((resolve) => this.#waiting.push({ task, resolve }));
    this.#advance();
    return answered;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(refusedAnswer('the parser is closed'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #advance(): void {
    while (this.#waiting.length > 0 && (this.#idle.size > 0 || this.#mayStart())) {
      const next = this.#waiting.shift();
      const [worker = this.#start()] = this.#idle;
      this.#idle.delete(worker);
      if (next) void this.#work(worker, next.task).then(next.resolve);
    }
  }

  #mayStart(): boolean {
    if (this.#closed || this.#all.size >= this.#workers) return false;
    const ahead = this.#waiting.reduce((sum, { task }) => sum + sizeOf(task), 0);
    return this.#all.size === 0 || ahead > this.#all.size * charactersPerThread;
  }

  #start(): Thread {
    const { memoryMegabytes } = this.#limits;
    const worker = new Thread(new URL('./parse-worker.ts', import.meta.url), { name: 'docs-parser', memoryMegabytes });
    this.#all.add(worker);
    worker.once('exit', () => this.#forget(worker));
    return worker;
  }

  async #work(worker: Thread, task: ParseTask): Promise<ParseAnswer> {
    worker.ref();
    const { answer, usable } = await runTask(worker, task, this.#limits);
    if (usable) {
      worker.unref();
      this.#idle.add(worker);
    } else {
      this.#forget(worker);
      void worker.terminate();
    }
    this.#advance();
    return answer;
  }

  #forget(worker: Thread): void {
    this.#all.delete(worker);
    this.#idle.delete(worker);
  }
}

/**
 * Returns the size of a task in characters to be parsed. Sketches cost so little that one thread scans as much as git
 * can read meanwhile.
 */
function sizeOf(task: ParseTask): number {
  return task.kind === 'sketches' ? task.bytes.length / 100 : task.text.length;
}
