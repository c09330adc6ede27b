import type { ParsePool } from '../parse-pool.ts';
import { readFrame, writeFrame } from './frame.ts';
import { sketchRecord } from './sketch.ts';

/** Makes sketches of files in batches: a message to a thread for each page would cost as much as the scan. */
export interface Sketcher {
  /** Returns the record of a file; undefined if a thread failed on it. */
  sketch(key: string, bytes: Uint8Array): Promise<Uint8Array | undefined>;
}

/** A batch of this size is scanned in about five milliseconds. */
const batchBytes = 384 * 1024;
/** Below this size, a scan is quicker than the way to a thread and back, and blocks nothing noticeably. */
const quickBytes = 32 * 1024;
/** Threads process one batch while the next is on its way. */
const batchesInFlight = 3;

interface Waiting {
  key: string;
  bytes: Uint8Array;
  resolve: (record: Uint8Array | undefined) => void;
}

/** Opens a sketcher. `onFrame` receives every new frame of records. */
export function openSketcher(pool: ParsePool, onFrame: (frame: Uint8Array) => void): Sketcher {
  return new BatchSketcher(pool, onFrame);
}

class BatchSketcher implements Sketcher {
  readonly #pool: ParsePool;
  readonly #onFrame: (frame: Uint8Array) => void;
  #waiting: Waiting[] = [];
  #size = 0;
  #inFlight = 0;
  #scheduled = false;

  constructor(pool: ParsePool, onFrame: (frame: Uint8Array) => void) {
    this.#pool = pool;
    this.#onFrame = onFrame;
  }

  sketch(key: string, bytes: Uint8Array): Promise<Uint8Array | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push({ key, bytes, resolve });
      this.#size += bytes.length;
      if (this.#size >= batchBytes) this.#flush();
      else if (this.#inFlight < batchesInFlight) this.#schedule();
    });
  }

  /** Batches files that arrive at the same time. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#inFlight < batchesInFlight) this.#flush();
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    const bytes = this.#size;
    this.#waiting = [];
    this.#size = 0;
    if (batch.length === 0) return;
    if (bytes <= quickBytes) return this.#settle(batch, frameOf(batch));
    this.#inFlight += 1;
    void this.#inThread(batch).finally(() => {
      this.#inFlight -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  async #inThread(batch: Waiting[]): Promise<void> {
    const files = batch.map((one) => ({ key: one.key, bytes: one.bytes.length }));
    const answer = await this.#pool.run({ kind: 'sketches', files, bytes: joinBytes(batch) });
    if (answer.kind === 'frame') return this.#settle(batch, answer.frame);
    // One of the files is too much for a thread: only that one gets no record.
    const [only, ...others] = batch;
    if (only && others.length === 0) only.resolve(undefined);
    else for (const one of batch) await this.#inThread([one]);
  }

  #settle(batch: Waiting[], frame: Uint8Array): void {
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    const records = readFrame(bytes, 0)?.records ?? [];
    for (const [index, { resolve }] of batch.entries()) {
      const record = records[index];
      resolve(record && bytes.subarray(record.start, record.end));
    }
    this.#onFrame(frame);
  }
}

/** Returns the bytes of all files of a batch in an array of their own, so that it can be transferred to a thread. */
function joinBytes(batch: Waiting[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(batch.reduce((sum, one) => sum + one.bytes.length, 0));
  let at = 0;
  for (const one of batch) {
    bytes.set(one.bytes, at);
    at += one.bytes.length;
  }
  return bytes;
}

function frameOf(batch: Waiting[]): Uint8Array {
  return writeFrame(batch.map(({ key, bytes }) => ({ key, body: sketchRecord(bytes) })));
}
