import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { programOf } from './program.ts';

export interface ThreadOptions {
  name: string;
  /** Above this the thread ends with `ERR_WORKER_OUT_OF_MEMORY`; the process goes on. */
  memoryMegabytes: number;
  /** For what is young: more of it is collected less often, and is held by the process. 32 when it is not told. */
  youngMegabytes?: number;
}

/** What the thread's entry finds as its `workerData`. */
export interface ThreadData {
  /** One number: 0 until the entry listens. */
  loaded: Int32Array;
}

/**
 * A worker thread that cannot take the process down when it is ended. V8 13.6 (Node 24) ends the whole process where a thread
 * is terminated while its modules still load ("Check failed: (location_) != nullptr": 3 of 3,600 starts), so this one is
 * terminated when its entry listens, and not before.
 */
export class Thread extends Worker {
  readonly #loaded: Int32Array;

  constructor(entry: URL, { name, memoryMegabytes, youngMegabytes = 32 }: ThreadOptions) {
    neverTierUpWrappers();
    const loaded = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    super(programOf(entry), {
      name,
      workerData: { loaded } satisfies ThreadData,
      env: threadEnvironment(),
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

  override async terminate(): Promise<number> {
    this.ref();
    // What it still reports is of no interest, and must not become an uncaught error.
    this.on('error', () => {});
    await Atomics.waitAsync(this.#loaded, 0, 0).value;
    return super.terminate();
  }
}

/**
 * V8 13.6 may free the machine code of a call from WebAssembly to JavaScript that another thread has just taken over
 * (`Runtime_TierUpWasmToJSWrapper` → `WasmEngine::FreeDeadCode`: SIGSEGV). It makes such code after 1,000 calls of the same
 * function; Node's own type stripping comes there by loading the modules of one thread. The flag is the process's, and without
 * such code a million calls take the same time.
 */
function neverTierUpWrappers(): void {
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647');
}

/**
 * Nothing of the process's own, but where it keeps compiled code: a thread that reads and strips the parsers anew takes three
 * times as long to begin. Node is told the folder that has one for each of its versions.
 */
function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
