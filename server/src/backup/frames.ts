import type { z } from 'zod';
import { refuseBackup } from './refuse.ts';

/*
 * What a backup consists of, behind its first line and within its compression: frames, each a byte that says what it is,
 * the length of its content as four bytes (the highest first), and the content. Items (a table, a repository) are a
 * frame that names them, frames of their data, and an empty one. docs/backup.md has the same.
 */

/** The beginning of a backup, in plain text, so that `file` and people recognise it. */
export const firstLine = 'COPYDESK-BACKUP 1\n';

export const kinds = { header: 1, table: 2, repository: 3, secretKey: 4, data: 5, endOfItem: 6, sequences: 7, end: 8 };

/** Only broken files have larger ones. */
const longestFrame = 16 * 1024 * 1024;
const headBytes = 5;
/** Groups rows into frames of this size: COPY returns each row separately, some of 30 bytes. */
const dataBytes = 256 * 1024;

/** Builds a frame of content in several pieces with `length` bytes together. */
function frame(kind: number, pieces: readonly Uint8Array[], length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, ...pieces], headBytes + length);
}

export function jsonFrame(kind: number, value: unknown): Buffer {
  const content = Buffer.from(JSON.stringify(value));
  return frame(kind, [content], content.length);
}

/** Yields the data of an item and its end; `onBytes` is called on the way. */
export async function* itemFrames(
  data: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const take = (): Buffer => {
    const taken = frame(kinds.data, held, heldBytes);
    onBytes(heldBytes);
    held = [];
    heldBytes = 0;
    return taken;
  };
  for await (const piece of data) {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes >= dataBytes) yield take();
  }
  if (heldBytes > 0) yield take();
  yield frame(kinds.endOfItem, [], 0);
}

export interface Frame {
  kind: number;
  content: Buffer;
}

/** @throws CopydeskError `backup_refused` when the bytes end too early or are not a backup. */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  // Joined once a whole frame has arrived: joining each piece with the previous ones copied eight times as much.
  let pieces: Uint8Array[] = [];
  let held = 0;
  let needed = headBytes;
  for await (const piece of bytes) {
    pieces.push(piece);
    held += piece.length;
    if (held < needed) continue;
    const joined = Buffer.concat(pieces);
    let place = 0;
    needed = frameBytes(joined, place);
    while (joined.length - place >= needed) {
      const kind = joined.readUInt8(place);
      yield { kind, content: joined.subarray(place + headBytes, place + needed) };
      place += needed;
      needed = frameBytes(joined, place);
    }
    pieces = [joined.subarray(place)];
    held = joined.length - place;
  }
  if (held > 0) throw refuseBackup('It is incomplete: its end is missing.');
}

/** Returns how many bytes the frame at a position has with its header, or as many as are needed to know that. */
function frameBytes(bytes: Buffer, place: number): number {
  if (bytes.length - place < headBytes) return headBytes;
  const length = bytes.readUInt32BE(place + 1);
  if (length > longestFrame) throw refuseBackup('It is damaged: one of its pieces is too long.');
  return headBytes + length;
}

export function parseJson<T>(shape: z.ZodType<T>, content: Buffer): T {
  try {
    return shape.parse(JSON.parse(content.toString('utf8')));
  } catch (error) {
    throw refuseBackup('It is damaged: a part of it cannot be read.', error);
  }
}
