import { Thread } from '../threads/thread.ts';
import { refused, runTask, type ParseLimits } from './parse-thread.ts';
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
export function openParsePool({ workers, ...limits }: ParseLimits & { workers: number }): ParsePool {
  const waiting: { task: ParseTask; resolve: (answer: ParseAnswer) => void }[] = [];
  const idle = new Set<Thread>();
  const all = new Set<Thread>();
  let closed = false;

  return {
    run(task) {
      if (closed) return Promise.resolve(refused('the parser is closed'));
      const answered = new Promise<ParseAnswer>((resolve) => waiting.push({ task, resolve }));
      advance();
      return answered;
    },
    async close() {
      closed = true;
      for (const { resolve } of waiting.splice(0)) resolve(refused('the parser is closed'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };

  function advance(): void {
    while (waiting.length > 0 && (idle.size > 0 || mayStart())) {
      const next = waiting.shift();
      const [worker = start()] = idle;
      idle.delete(worker);
      if (next) void work(worker, next.task).then(next.resolve);
    }
  }

  function mayStart(): boolean {
    if (closed || all.size >= workers) return false;
    const ahead = waiting.reduce((sum, { task }) => sum + sizeOf(task), 0);
    return all.size === 0 || ahead > all.size * charactersPerThread;
  }

  async function work(worker: Thread, task: ParseTask): Promise<ParseAnswer> {
    worker.ref();
    const { answer, usable } = await runTask(worker, task, limits);
    if (usable) {
      worker.unref();
      idle.add(worker);
    } else {
      forget(worker);
      void worker.terminate();
    }
    advance();
    return answer;
  }

  function start(): Thread {
    const { memoryMegabytes } = limits;
    const worker = new Thread(new URL('./parse-worker.ts', import.meta.url), { name: 'docs-parser', memoryMegabytes });
    all.add(worker);
    worker.once('exit', () => forget(worker));
    return worker;
  }

  function forget(worker: Thread): void {
    all.delete(worker);
    idle.delete(worker);
  }
}

/**
 * Returns the size of a task in characters to be parsed. Sketches cost so little that one thread scans as much as git
 * can read meanwhile.
 */
function sizeOf(task: ParseTask): number {
  return task.kind === 'sketches' ? task.bytes.length / 100 : task.text.length;
}
