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

export function openRecordStore({ directory, version, maximumBytes, now = Date.now }: RecordStoreOptions): RecordStore {
  const places = new Map<string, Place>();
  const known = new Map<string, number>();
  let writer: SegmentWriter | undefined;
  let waiting: Uint8Array[] = [];
  let work: Promise<void> = Promise.resolve();
  let waitingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let hasRefreshed = false;
  let failed = false;

  return {
    async read(keys) {
      const missing = keys.filter((key) => !places.has(key)).length;
      if (missing >= refreshThreshold || (missing > 0 && !hasRefreshed)) await enqueue(refresh);
      return readAll(keys);
    },
    append(frame) {
      if (failed) return;
      waiting.push(frame);
      waitingBytes += frame.length;
      if (waitingBytes > writeThresholdBytes) void enqueue(write);
      else timer ??= setTimeout(() => void enqueue(write), writeAfterMilliseconds).unref();
    },
    async close() {
      await enqueue(write);
      await enqueue(async () => writer?.close());
    },
  };

  /** Runs steps on the files one after another. A failed step leaves the store as it is. */
  function enqueue(step: () => Promise<void>): Promise<void> {
    work = work.then(step).catch(() => {
      failed = true;
    });
    return work;
  }

  /** Writes pending frames, reads what other processes added, and forgets what they removed. */
  async function refresh(): Promise<void> {
    hasRefreshed = true;
    await write();
    const segments = await listSegments(directory, version);
    const present = new Set(segments.map(({ name }) => name));
    for (const name of known.keys()) if (!present.has(name)) forget(name);
    for (const { name, bytes } of segments) {
      const from = known.get(name) ?? 0;
      if (name === writer?.name || bytes <= from) continue;
      known.set(name, await readSegment(path.join(directory, name), from, note(name)).catch(() => from));
    }
  }

  function note(segment: string) {
    return (record: { key: string; start: number; end: number }, offset: number): void => {
      const used = places.get(record.key)?.used ?? false;
      places.set(record.key, { segment, start: offset + record.start, end: offset + record.end, used });
    };
  }

  async function readAll(keys: string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const wanted = keys.flatMap((key) => {
      const place = places.get(key);
      return place ? [{ key, place }] : [];
    });
    for (const run of runsOf(wanted)) {
      const { segment, start, end } = run;
      const bytes = await readRange(path.join(directory, segment), start, end).catch(() => undefined);
      for (const { key, place } of run.wanted) {
        if (!bytes || bytes.length < place.end - start) places.delete(key);
        else found.set(key, bytes.subarray(place.start - start, place.end - start));
        place.used = true;
      }
    }
    return found;
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const frames = waiting;
    waiting = [];
    waitingBytes = 0;
    if (frames.length === 0) return;
    if (writer && (writer.bytes() > maximumBytes / segmentsInBound || (await writer.isRemoved()))) {
      await writer.close();
      writer = undefined;
    }
    const isNew = !writer;
    writer ??= await createSegment(directory, segmentName(version, now()));
    await keep(writer, frames);
    if (isNew) await makeRoom();
  }

  async function keep(into: SegmentWriter, frames: Uint8Array[]): Promise<void> {
    const bytes = Buffer.concat(frames);
    const offset = await into.append(bytes);
    let at = 0;
    for (let frame = readFrame(bytes, at); frame; frame = readFrame(bytes, at)) {
      for (const { key, start, end } of frame.records) {
        places.set(key, { segment: into.name, start: offset + start, end: offset + end, used: true });
      }
      at = frame.end;
    }
  }

  /** Removes the oldest segments, and writes anew what this process has used of them. */
  async function makeRoom(): Promise<void> {
    const segments = await listSegments(directory, version);
    let total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
    let count = segments.length;
    for (const { name, bytes } of segments) {
      if ((total <= maximumBytes && count <= maximumSegments) || name === writer?.name) break;
      await rescue(name);
      await removeSegment(directory, name);
      total -= bytes;
      count -= 1;
    }
  }

  async function rescue(name: string): Promise<void> {
    const keys = [...places].filter(([, { segment, used }]) => segment === name && used).map(([key]) => key);
    const records = await readAll(keys);
    const room = writer && writer.bytes() < maximumBytes / 2;
    if (writer && room && records.size > 0) {
      await keep(writer, [writeFrame([...records].map(([key, body]) => ({ key, body })))]);
    }
    forget(name);
  }

  function forget(name: string): void {
    known.delete(name);
    for (const [key, { segment }] of places) if (segment === name) places.delete(key);
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
