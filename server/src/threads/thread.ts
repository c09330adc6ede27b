import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { bareEnvironment } from './bare-environment.ts';
import { programOf } from './program.ts';

export interface ThreadOptions {
  name: string;
  /** Above this the thread ends with `ERR_WORKER_OUT_OF_MEMORY`; the process goes on. */
  memoryMegabytes: number;
  /**
   * For the young generation: with more memory it is collected less often, but the process keeps that memory. 32 by
   * default.
   */
  youngMegabytes?: number;
}

/** The `workerData` of the thread's entry. */
export interface ThreadData {
  /** One number: 0 until the entry listens. */
  loaded: Int32Array;
}

/**
 * A worker thread that cannot crash the process when it is terminated. V8 13.6 (Node 24) ends the whole process when a
 * thread is terminated while its modules still load ("Check failed: (location_) != nullptr": 3 of 3,600 starts), so
 * this one is terminated only after its entry listens.
 */
export class Thread extends Worker {
  readonly #loaded: Int32Array;

  constructor(entry: URL, { name, memoryMegabytes, youngMegabytes = 32 }: ThreadOptions) {
    neverTierUpWrappers();
    const loaded = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    super(programOf(entry), {
      name,
      workerData: { loaded } satisfies ThreadData,
      env: bareEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMegabytes,
        maxYoungGenerationSizeMb: youngMegabytes,
        stackSizeMb: 4,
      },
    });
    this.#loaded = loaded;
    this.once('exit', () => {
      Atomics.store(loaded, 0, 1);
      Atomics.notify(loaded, 0);
    });
  }

  /** Resolves when the entry listens, or the thread has ended. */
  async loaded(): Promise<void> {
    await Atomics.waitAsync(this.#loaded, 0, 0).value;
  }

  override async terminate(): Promise<number> {
    this.ref();
    // Errors that it still reports do not matter, and must not become uncaught errors.
    this.on('error', () => {});
    await this.loaded();
    return super.terminate();
  }
}

/**
 * Prevents a crash: V8 13.6 may free the machine code of a call from WebAssembly to JavaScript that another thread has
 * just started to use (`Runtime_TierUpWasmToJSWrapper` → `WasmEngine::FreeDeadCode`: SIGSEGV). It compiles such code
 * after 1,000 calls of the same function; Node's own type stripping reaches that by loading the modules of one thread.
 * The flag applies to the whole process, and without such code a million calls take the same time.
 */
function neverTierUpWrappers(): void {
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647');
}
