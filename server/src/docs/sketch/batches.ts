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
  let waiting: Waiting[] = [];
  let size = 0;
  let inFlight = 0;
  let scheduled = false;

  return {
    sketch(key, bytes) {
      return new Promise((resolve) => {
        waiting.push({ key, bytes, resolve });
        size += bytes.length;
        if (size >= batchBytes) flush();
        else if (inFlight < batchesInFlight) schedule();
      });
    },
  };

  /** Batches files that arrive at the same time. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (inFlight < batchesInFlight) flush();
    });
  }

  function flush(): void {
    const batch = waiting;
    const bytes = size;
    waiting = [];
    size = 0;
    if (batch.length === 0) return;
    if (bytes <= quickBytes) return settle(batch, frameOf(batch));
    inFlight += 1;
    void inThread(batch).finally(() => {
      inFlight -= 1;
      if (waiting.length > 0) schedule();
    });
  }

  async function inThread(batch: Waiting[]): Promise<void> {
    const bytes = new Uint8Array(batch.reduce((sum, one) => sum + one.bytes.length, 0));
    let at = 0;
    for (const one of batch) {
      bytes.set(one.bytes, at);
      at += one.bytes.length;
    }
    const files = batch.map((one) => ({ key: one.key, bytes: one.bytes.length }));
    const answer = await pool.run({ kind: 'sketches', files, bytes });
    if (answer.kind === 'frame') return settle(batch, answer.frame);
    // One of the files is too much for a thread: only that one gets no record.
    const [only, ...others] = batch;
    if (only && others.length === 0) only.resolve(undefined);
    else for (const one of batch) await inThread([one]);
  }

  function settle(batch: Waiting[], frame: Uint8Array): void {
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    const records = readFrame(bytes, 0)?.records ?? [];
    for (const [index, { resolve }] of batch.entries()) {
      const record = records[index];
      resolve(record && bytes.subarray(record.start, record.end));
    }
    onFrame(frame);
  }
}

function frameOf(batch: Waiting[]): Uint8Array {
  return writeFrame(batch.map(({ key, bytes }) => ({ key, body: sketchRecord(bytes) })));
}
