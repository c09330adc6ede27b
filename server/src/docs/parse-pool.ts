import { Worker } from 'node:worker_threads';
import type { ParseAnswer, ParseTask } from './parse-worker.ts';

export interface ParsePoolOptions {
  workers: number;
  timeoutMilliseconds: number;
  memoryMegabytes: number;
}

/** Parses in worker threads, one text at a time in each, so that a text that runs away takes down nothing else. */
export interface ParsePool {
  /** Never rejects for what is in the text: time, memory and syntax all answer `refused`. */
  run(task: ParseTask): Promise<ParseAnswer>;
  close(): Promise<void>;
}

interface Waiting {
  task: ParseTask;
  resolve: (answer: ParseAnswer) => void;
}

/** Starting a thread reads the parser from disk, which is not the fault of the first text. */
const startMilliseconds = 30_000;

/** Threads start when there is work for them, and do not keep the process alive while they have none. */
export function openParsePool(options: ParsePoolOptions): ParsePool {
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  return {
    run(task) {
      if (closed) return Promise.resolve({ kind: 'refused', message: 'the parser is closed' });
      const answered = new Promise<ParseAnswer>((resolve) => waiting.push({ task, resolve }));
      advance();
      return answered;
    },
    async close() {
      closed = true;
      for (const { resolve } of waiting.splice(0)) resolve({ kind: 'refused', message: 'the parser is closed' });
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };

  function advance(): void {
    while (waiting.length > 0 && (idle.length > 0 || mayStart())) {
      const next = waiting.shift();
      if (next) begin(idle.pop() ?? start(), next);
    }
  }

  /** A further thread costs about as much as parsing twenty pages, so it starts when that many wait. */
  function mayStart(): boolean {
    return all.size < options.workers && waiting.length > all.size * 16;
  }

  function start(): Worker {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      name: 'docs-parser',
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    all.add(worker);
    worker.on('exit', () => all.delete(worker));
    return worker;
  }

  function begin(worker: Worker, { task, resolve }: Waiting): void {
    worker.ref();
    let timer = setTimeout(() => fail('the parser does not start'), startMilliseconds);
    worker.on('message', hear).once('error', explain).once('exit', stopped);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is about windows, not threads
    worker.postMessage(task);

    function hear(answer: ParseAnswer | { kind: 'begun' }): void {
      if (answer.kind !== 'begun') return succeed(answer);
      const seconds = options.timeoutMilliseconds / 1_000;
      clearTimeout(timer);
      timer = setTimeout(() => fail(`it takes longer than ${seconds} s to parse`), options.timeoutMilliseconds);
    }

    function settle(answer: ParseAnswer): void {
      clearTimeout(timer);
      worker.off('message', hear).off('error', explain).off('exit', stopped);
      resolve(answer);
    }

    function succeed(answer: ParseAnswer): void {
      settle(answer);
      worker.unref();
      idle.push(worker);
      advance();
    }

    function explain(error: unknown): void {
      const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(outOfMemory ? `it takes more than ${options.memoryMegabytes} MB to parse` : 'the parser gave up on it');
    }

    function stopped(): void {
      fail('the parser was stopped');
    }

    function fail(message: string): void {
      settle({ kind: 'refused', message });
      all.delete(worker);
      // A thread that is being ended may still report; nobody listens for it any more.
      worker.on('error', () => {});
      void worker.terminate().then(advance);
    }
  }
}
