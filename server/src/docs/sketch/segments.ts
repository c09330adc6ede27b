import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { openTimeSlice } from '../../threads/cooperative.ts';
import { readFrame, type FramedRecord } from './frame.ts';

/** A file of frames in the shared folder. Only one process writes it, and all read it. */
export interface Segment {
  name: string;
  bytes: number;
}

/** Returns the name of a segment: `v3-<start time>-<random>.frames`, so that names sort by age. */
export function segmentName(version: number, now: number): string {
  return `v${version}-${now.toString(36).padStart(9, '0')}-${randomBytes(6).toString('hex')}.frames`;
}

/**
 * Returns the segments of this version, oldest first. Those of other versions are removed, because no version can read
 * them.
 */
export async function listSegments(directory: string, version: number): Promise<Segment[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = (await readdir(directory)).filter((name) => name.endsWith('.frames')).toSorted();
  const own = names.filter((name) => name.startsWith(`v${version}-`));
  await Promise.all(names.filter((name) => !own.includes(name)).map((name) => removeSegment(directory, name)));
  const segments = await Promise.all(
    own.map(async (name) => ({ name, bytes: (await stat(path.join(directory, name)).catch(() => undefined))?.size })),
  );
  return segments.filter((segment): segment is Segment => segment.bytes !== undefined);
}

/**
 * Removes a segment. Another process may have removed it already, and one that still writes there continues unnoticed.
 */
export async function removeSegment(directory: string, name: string): Promise<void> {
  await unlink(path.join(directory, name)).catch(() => {});
}

/**
 * Reads the complete frames of a segment from an offset on. Returns where the last of them ends: what follows was left
 * by a crash, or is being written.
 */
export async function readSegment(
  file: string,
  from: number,
  visit: (record: FramedRecord, offset: number) => void,
): Promise<number> {
  const bytes = await readRange(file, from, Number.POSITIVE_INFINITY);
  const slice = openTimeSlice();
  let end = 0;
  for (let frame = readFrame(bytes, end); frame; frame = readFrame(bytes, end)) {
    for (const record of frame.records) visit(record, from);
    end = frame.end;
    if (slice.isOver()) await slice.next();
  }
  return from + end;
}

/** Reads the bytes of a file from `start` up to `end` or to its end, whichever comes first. */
export async function readRange(file: string, start: number, end: number): Promise<Buffer> {
  await using handle = await open(file, 'r');
  const size = Math.max(0, Math.min((await handle.stat()).size, end) - start);
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Appends to a new segment. `append` returns the offset of the appended frame. */
export interface SegmentWriter {
  name: string;
  append(frame: Uint8Array): Promise<number>;
  /** Returns whether another process removed the file to make room. */
  isRemoved(): Promise<boolean>;
  bytes(): number;
  close(): Promise<void>;
}

export async function createSegment(directory: string, name: string): Promise<SegmentWriter> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const handle: FileHandle = await open(path.join(directory, name), 'ax', 0o600);
  let bytes = 0;
  return {
    name,
    async append(frame) {
      const start = bytes;
      // After a partial write nothing more may follow: readers stop there.
      await handle.appendFile(frame);
      bytes += frame.length;
      return start;
    },
    isRemoved: async () => (await handle.stat()).nlink === 0,
    bytes: () => bytes,
    close: () => handle.close(),
  };
}
