import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { openTurn } from '../../threads/cooperative.ts';
import { readFrame, type FramedRecord } from './frame.ts';

/** The files of one folder that hold frames: each is written by one process alone, and read by all. */
export interface Segment {
  name: string;
  bytes: number;
}

/** A file is known by its name: `v3-<when it was begun>-<random>.frames`, so that names sort by age. */
export function segmentName(version: number, now: number): string {
  return `v${version}-${now.toString(36).padStart(9, '0')}-${randomBytes(6).toString('hex')}.frames`;
}

/** The segments of this version, oldest first. What other versions left is removed: nobody can read it any more. */
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

/** Another process may have been quicker; one that still writes there goes on without anybody seeing it. */
export async function removeSegment(directory: string, name: string): Promise<void> {
  await unlink(path.join(directory, name)).catch(() => {});
}

/**
 * Reads the whole frames of a segment from a place on, and answers where the last of them ends. What follows it was
 * left by a crash, or is being written at this moment.
 */
export async function readSegment(
  file: string,
  from: number,
  visit: (record: FramedRecord, offset: number) => void,
): Promise<number> {
  const bytes = await readRange(file, from, Number.POSITIVE_INFINITY);
  const turn = openTurn();
  let end = 0;
  for (let frame = readFrame(bytes, end); frame; frame = readFrame(bytes, end)) {
    for (const record of frame.records) visit(record, from);
    end = frame.end;
    if (turn.isOver()) await turn.next();
  }
  return from + end;
}

/** The bytes of a file from `start` up to `end` or to its end; fewer when there are fewer. */
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

/** Appends to a new segment; answers where what was appended begins. */
export interface SegmentWriter {
  name: string;
  append(frame: Uint8Array): Promise<number>;
  /** Whether the file is there no more, since another process made room. */
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
      // Where a write fails halfway, nothing more may follow: readers stop there.
      await handle.appendFile(frame);
      bytes += frame.length;
      return start;
    },
    isRemoved: async () => (await handle.stat()).nlink === 0,
    bytes: () => bytes,
    close: () => handle.close(),
  };
}
