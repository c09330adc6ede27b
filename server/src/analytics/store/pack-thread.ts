import { Thread } from '../../threads/thread.ts';
import type { PackTask, PackTasks, Packing } from './fold/packing.ts';
import type { PackOrder } from './pack-worker.ts';

/** A fold takes a megabyte of journal and a megabyte of slices at a time, which is some 40 MB unpacked. */
const memoryMegabytes = 256;

/** The rows live for one merge: with 32, a fold takes 5 to 10 % less time and some 15 MB more. */
const youngMegabytes = 16;

/**
 * A thread that packs tables, so that requests do not wait for it. It starts when it is needed, and does not keep the
 * process alive.
 */
export class PackThread {
  private thread: Thread | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** Runs one task after the other. */
  readonly pack: Packing = async (kind, task) => {
    const answer = this.last.then(async () => await this.ask({ kind, task }));
    this.last = answer.catch(() => {});
    return await answer;
  };

  async close(): Promise<void> {
    await this.last;
    await this.thread?.terminate();
    this.thread = undefined;
  }

  private async ask<K extends PackTask>(order: PackOrder<K>): Promise<PackTasks[K]['answer']> {
    const thread = (this.thread ??= this.start());
    const { promise, resolve, reject } = Promise.withResolvers<PackTasks[K]['answer']>();
    const stopped = (): void => reject(new Error('The thread that packs page views was ended'));
    thread.once('message', resolve).once('error', reject).once('exit', stopped).ref();
    try {
      thread.postMessage(order, []);
      return await promise;
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', stopped).unref();
    }
  }

  private start(): Thread {
    const entry = new URL('./pack-worker.ts', import.meta.url);
    const thread = new Thread(entry, { name: 'views-packer', memoryMegabytes, youngMegabytes });
    thread.once('exit', () => (this.thread = undefined));
    // Each caller gets the error itself; without a caller it must not become an uncaught one.
    thread.on('error', () => {});
    return thread;
  }
}
