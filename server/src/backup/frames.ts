import type { z } from 'zod';
import { refuseBackup } from './refuse.ts';

/*
 * What a backup consists of, behind its first line and within its compression: frames, each a byte that says what it is,
 * the length of its content as four bytes (the highest first), and the content. Items (a table, a repository) are a
 * frame that names them, frames of their data, and an empty one. docs/backup.md has the same.
 */

/** What a backup begins with, plainly, to be told by `file` and by people. */
export const firstLine = 'COPYDESK-BACKUP 1\n';

export const kinds = { header: 1, table: 2, repository: 3, secretKey: 4, data: 5, endOfItem: 6, sequences: 7, end: 8 };

/** Larger ones are only in broken files. */
const longestFrame = 16 * 1024 * 1024;
const headBytes = 5;
/** COPY tells each row on its own: some of 30 bytes. */
const dataBytes = 256 * 1024;

export function frame(kind: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export function jsonFrame(kind: number, value: unknown): Buffer {
  return frame(kind, Buffer.from(JSON.stringify(value)));
}

/** The data of an item and its end; `onBytes` is told as it goes on. */
export async function* itemFrames(
  data: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const take = (): Buffer => {
    const content = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    onBytes(content.length);
    return frame(kinds.data, content);
  };
  for await (const piece of data) {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes >= dataBytes) yield take();
  }
  if (heldBytes > 0) yield take();
  yield frame(kinds.endOfItem, Buffer.alloc(0));
}

export interface Frame {
  kind: number;
  content: Buffer;
}

/** @throws CopydeskError `backup_refused` where the bytes end too early or are none of a backup. */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let held = Buffer.alloc(0);
  for await (const piece of bytes) {
    held = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece]);
    let place = 0;
    while (held.length - place >= headBytes) {
      const length = held.readUInt32BE(place + 1);
      if (length > longestFrame) throw refuseBackup('It is broken: it has a piece that is longer than any may be.');
      if (held.length - place < headBytes + length) break;
      const start = place + headBytes;
      yield { kind: held.readUInt8(place), content: held.subarray(start, start + length) };
      place = start + length;
    }
    held = held.subarray(place);
  }
  if (held.length > 0) throw refuseBackup('It is not whole: its end is missing.');
}

export function parseJson<T>(shape: z.ZodType<T>, content: Buffer): T {
  try {
    return shape.parse(JSON.parse(content.toString('utf8')));
  } catch (error) {
    throw refuseBackup('It is broken: a part of it cannot be read.', error);
  }
}
