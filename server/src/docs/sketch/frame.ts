import { crc32 } from 'node:zlib';

/** The position of a record within the bytes of its frame. */
export interface FramedRecord {
  key: string;
  start: number;
  end: number;
}

/** The length and the checksum of the rest. */
const headBytes = 8;

/** Far above any written frame: a greater length is corrupt. */
const maximumFrameBytes = 64 * 1024 * 1024;

/**
 * Writes records as one frame, which is read either completely or not at all. It consists of its length, its checksum,
 * and for each record the length of its key, the key, the length of its body and the body.
 */
export function writeFrame(records: { key: string; body: Uint8Array }[]): Uint8Array {
  const keys = records.map(({ key }) => Buffer.from(key));
  const size = records.reduce((sum, { body }, index) => sum + 6 + (keys[index]?.length ?? 0) + body.length, headBytes);
  const frame = Buffer.alloc(size);
  let at = headBytes;
  for (const [index, { body }] of records.entries()) {
    const key = keys[index] ?? Buffer.alloc(0);
    at = frame.writeUInt16LE(key.length, at);
    at += key.copy(frame, at);
    at = frame.writeUInt32LE(body.length, at);
    frame.set(body, at);
    at += body.length;
  }
  frame.writeUInt32LE(size - headBytes, 0);
  frame.writeUInt32LE(crc32(frame.subarray(headBytes)), 4);
  return frame;
}

/** Reads the frame that begins at `start`; returns undefined if it is incomplete or corrupt. */
export function readFrame(bytes: Buffer, start: number): { records: FramedRecord[]; end: number } | undefined {
  if (start + headBytes > bytes.length) return undefined;
  const length = bytes.readUInt32LE(start);
  const end = start + headBytes + length;
  if (length > maximumFrameBytes || end > bytes.length) return undefined;
  if (crc32(bytes.subarray(start + headBytes, end)) !== bytes.readUInt32LE(start + 4)) return undefined;
  const records: FramedRecord[] = [];
  for (let at = start + headBytes; at < end;) {
    const keyEnd = at + 2 + bytes.readUInt16LE(at);
    const key = bytes.toString('latin1', at + 2, keyEnd);
    const body = keyEnd + 4;
    at = body + bytes.readUInt32LE(keyEnd);
    records.push({ key, start: body, end: at });
  }
  return { records, end };
}

/** Returns the buffers to transfer when these bytes are posted to another thread, so that they are not copied. */
export function transferable({ buffer }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
