import type { Worker } from 'node:worker_threads';
import { transferable } from './sketch/frame.ts';
import type { ParseAnswer, ParseMessage, ParseTask } from './parse-worker.ts';

export interface ParseLimits {
  /** How much processor time one text may take. */
  timeoutMilliseconds: number;
  memoryMegabytes: number;
}

export interface Outcome {
  answer: ParseAnswer;
  /** Whether the thread can take another text; otherwise it must be terminated. */
  usable: boolean;
}

/** Starting a thread reads the parser from disk, which must not count against the first text. */
const startMilliseconds = 30_000;

/** On a busy machine a thread may wait for the processor: the elapsed time may be at most this many times the limit. */
const maximumWaitFactor = 10;

/**
 * Reads one text in a thread. The thread's own processor time counts: a page must not be refused because the machine is
 * busy with something else.
 */
export function runTask(worker: Worker, task: ParseTask, limits: ParseLimits): Promise<Outcome> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => fail('the parser does not start'), startMilliseconds);
    worker.on('message', onMessage).once('error', onError).once('exit', onExit);
    worker.postMessage(task, task.kind === 'sketches' ? transferable(task.bytes) : []);

    function onMessage(message: ParseMessage): void {
      if (message.kind === 'begun') watch(message.busyMilliseconds, performance.now(), limits.timeoutMilliseconds);
      else settle({ answer: message, usable: true });
    }

    function watch(busyBefore: number, since: number, wait: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => void checkTime(busyBefore, since), wait);
    }

    async function checkTime(busyBefore: number, since: number): Promise<void> {
      const usage = await worker.cpuUsage().catch(() => undefined);
      const busy = usage ? (usage.user + usage.system) / 1_000 - busyBefore : Number.POSITIVE_INFINITY;
      const left = limits.timeoutMilliseconds - busy;
      const waited = performance.now() - since;
      if (left > 0 && waited < limits.timeoutMilliseconds * maximumWaitFactor)
        watch(busyBefore, since, Math.max(left, 50));
      else fail(`it takes longer than ${limits.timeoutMilliseconds / 1_000} s to parse`);
    }

    function onError(error: unknown): void {
      const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(outOfMemory ? `it takes more than ${limits.memoryMegabytes} MB to parse` : 'the parser gave up on it');
    }

    function onExit(): void {
      fail('the parser was stopped');
    }

    function fail(message: string): void {
      settle({ answer: refusedAnswer(message), usable: false });
    }

    function settle(outcome: Outcome): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(outcome);
    }
  });
}

export function refusedAnswer(message: string): ParseAnswer {
  return { kind: 'refused', message, broken: false };
}
