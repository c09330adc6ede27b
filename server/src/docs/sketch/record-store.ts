import path from 'node:path';
import { readFrame, writeFrame } from './frame.ts';
import {
  createSegment,
  listSegments,
  readRange,
  readSegment,
  removeSegment,
  segmentName,
  type SegmentWriter,
} from './segments.ts';

/**
 * A bounded store of records on disk by key. It is a cache: an error in it only costs time, so no call rejects. Any
 * number of processes may share a folder, since each file has only one writer.
 */
export interface RecordStore {
  /** Returns the stored records of the keys. It reads adjacent records at once. */
  read(keys: string[]): Promise<Map<string, Uint8Array>>;
  /** Stores the records of a frame. They are written a little later. */
  append(frame: Uint8Array): void;
  /** Writes what is still pending. */
  close(): Promise<void>;
}

export interface RecordStoreOptions {
  directory: string;
  /** Files of other versions are removed unread. */
  version: number;
  maximumBytes: number;
  now?: () => number;
}

/** The position of a record. `used` means that this process has read it, so that it is worth keeping. */
interface Place {
  segment: string;
  start: number;
  end: number;
  used: boolean;
}

/** Whole segments are removed to keep the bound, so each is a small part of it. */
const segmentsInBound = 8;
/** The limit on segments: every process begins its own, however little it has to store. */
const maximumSegments = 32;
/** With fewer missing keys, making their records costs less than looking for records of other processes. */
const refreshThreshold = 200;
/** Small frames are written together: writing each by itself took a fifth of the time of a check. */
const writeThresholdBytes = 1024 * 1024;
const writeAfterMilliseconds = 500;
/** Records with at most this gap between them are read at once. */
const gapBytes = 64 * 1024;
const maximumReadBytes = 4 * 1024 * 1024;

/** Opens a store. It reads and creates files when it is first used. */
export function openRecordStore(options: RecordStoreOptions): RecordStore {
  return new SegmentedStore(options);
}

class SegmentedStore implements RecordStore {
  readonly #directory: string;
  readonly #version: number;
  readonly #maximumBytes: number;
  readonly #now: () => number;
  readonly #places = new Map<string, Place>();
  readonly #known = new Map<string, number>();
  #writer: SegmentWriter | undefined;
  #waiting: Uint8Array[] = [];
  #work: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasRefreshed = false;
  #failed = false;

  constructor({ directory, version, maximumBytes, now = Date.now }: RecordStoreOptions) {
    this.#directory = directory;
    this.#version = version;
    this.#maximumBytes = maximumBytes;
    this.#now = now;
  }

  async read(keys: string[]): Promise<Map<string, Uint8Array>> {
    const missing = keys.filter((key) => !this.#places.has(key)).length;
    if (missing >= refreshThreshold || (missing > 0 && !this.#hasRefreshed)) {
      await this.#enqueue(() => this.#refresh());
    }
    return this.#readAll(keys);
  }

  append(frame: Uint8Array): void {
    if (this.#failed) return;
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    const write = () => void this.#enqueue(() => this.#write());
    if (this.#waitingBytes > writeThresholdBytes) write();
    else this.#timer ??= setTimeout(write, writeAfterMilliseconds).unref();
  }

  async close(): Promise<void> {
    await this.#enqueue(() => this.#write());
    await this.#enqueue(async () => this.#writer?.close());
  }

  /** Runs steps on the files one after another. A failed step leaves the store as it is. */
  #enqueue(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(step).catch(() => {
      this.#failed = true;
    });
    return this.#work;
  }

  /** Writes pending frames, reads what other processes added, and forgets what they removed. */
  async #refresh(): Promise<void> {
    this.#hasRefreshed = true;
    await this.#write();
    const segments = await listSegments(this.#directory, this.#version);
    const present = new Set(segments.map(({ name }) => name));
    for (const name of this.#known.keys()) if (!present.has(name)) this.#forget(name);
    for (const { name, bytes } of segments) {
      const from = this.#known.get(name) ?? 0;
      if (name === this.#writer?.name || bytes <= from) continue;
      this.#known.set(name, await readSegment(this.#fileOf(name), from, this.#note(name)).catch(() => from));
    }
  }

  #note(segment: string) {
    return (record: { key: string; start: number; end: number }, offset: number): void => {
      const used = this.#places.get(record.key)?.used ?? false;
      this.#places.set(record.key, { segment, start: offset + record.start, end: offset + record.end, used });
    };
  }

  async #readAll(keys: string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const wanted = keys.flatMap((key) => {
      const place = this.#places.get(key);
      return place ? [{ key, place }] : [];
    });
    for (const run of runsOf(wanted)) {
      const { segment, start, end } = run;
      const bytes = await readRange(this.#fileOf(segment), start, end).catch(() => undefined);
      for (const { key, place } of run.wanted) {
        if (!bytes || bytes.length < place.end - start) this.#places.delete(key);
        else found.set(key, bytes.subarray(place.start - start, place.end - start));
        place.used = true;
      }
    }
    return found;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const frames = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (frames.length === 0) return;
    await this.#closeFullWriter();
    const isNew = !this.#writer;
    this.#writer ??= await createSegment(this.#directory, segmentName(this.#version, this.#now()));
    await this.#keep(this.#writer, frames);
    if (isNew) await this.#makeRoom();
  }

  /** Closes the segment that is written when it is large enough, or was removed by another process. */
  async #closeFullWriter(): Promise<void> {
    const writer = this.#writer;
    if (!writer || (writer.bytes() <= this.#maximumBytes / segmentsInBound && !(await writer.isRemoved()))) return;
    await writer.close();
    this.#writer = undefined;
  }

  async #keep(into: SegmentWriter, frames: Uint8Array[]): Promise<void> {
    const bytes = Buffer.concat(frames);
    const offset = await into.append(bytes);
    let at = 0;
    for (let frame = readFrame(bytes, at); frame; frame = readFrame(bytes, at)) {
      for (const { key, start, end } of frame.records) {
        this.#places.set(key, { segment: into.name, start: offset + start, end: offset + end, used: true });
      }
      at = frame.end;
    }
  }

  /** Removes the oldest segments, and writes anew what this process has used of them. */
  async #makeRoom(): Promise<void> {
    const segments = await listSegments(this.#directory, this.#version);
    let total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
    let count = segments.length;
    for (const { name, bytes } of segments) {
      if ((total <= this.#maximumBytes && count <= maximumSegments) || name === this.#writer?.name) break;
      await this.#rescue(name);
      await removeSegment(this.#directory, name);
      total -= bytes;
      count -= 1;
    }
  }

  async #rescue(name: string): Promise<void> {
    const keys = [...this.#places].filter(([, { segment, used }]) => segment === name && used).map(([key]) => key);
    const records = await this.#readAll(keys);
    const room = this.#writer && this.#writer.bytes() < this.#maximumBytes / 2;
    if (this.#writer && room && records.size > 0) {
      await this.#keep(this.#writer, [writeFrame([...records].map(([key, body]) => ({ key, body })))]);
    }
    this.#forget(name);
  }

  #forget(name: string): void {
    this.#known.delete(name);
    for (const [key, { segment }] of this.#places) if (segment === name) this.#places.delete(key);
  }

  #fileOf(segment: string): string {
    return path.join(this.#directory, segment);
  }
}

interface Run {
  segment: string;
  start: number;
  end: number;
  wanted: { key: string; place: Place }[];
}

function runsOf(wanted: Run['wanted']): Run[] {
  const runs: Run[] = [];
  const sorted = wanted.toSorted((a, b) =>
    a.place.segment === b.place.segment ? a.place.start - b.place.start : a.place.segment < b.place.segment ? -1 : 1,
  );
  for (const one of sorted) {
    const { segment, start, end } = one.place;
    const run = runs.at(-1);
    if (run?.segment === segment && start - run.end <= gapBytes && end - run.start <= maximumReadBytes) {
      run.end = Math.max(run.end, end);
      run.wanted.push(one);
    } else {
      runs.push({ segment, start, end, wanted: [one] });
    }
  }
  return runs;
}
