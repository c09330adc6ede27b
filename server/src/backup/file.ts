import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { CopydeskError } from '@copydesk/contract/errors';
import { firstLine, kinds, parseJson, readFrames } from './frames.ts';
import type { Frame } from './frames.ts';
import { requireKnown } from './load.ts';
import { refuseBackup } from './refuse.ts';
import { Header } from './shapes.ts';

/** The end of a backup: the SHA-256 of everything before it. */
const lastLine = (digest: string): string => `\nSHA-256 ${digest}\n`;
const lastLineBytes = lastLine('0'.repeat(64)).length;

/** With chunks of 16 or 64 KB, the defaults, half of the time was spent on garbage collection of small buffers. */
const pieceBytes = 256 * 1024;

/**
 * Writes a backup, which gets its name once it is complete and on the disk.
 *
 * @throws CopydeskError `storage_full`; `invalid_request` when a file with the name exists, or its folder does not.
 */
export async function writeBackup(file: string, frames: AsyncIterable<Buffer>): Promise<{ bytes: number }> {
  if ((await stat(file).catch(() => undefined)) !== undefined) {
    throw new CopydeskError('invalid_request', `${file} already exists. Name another file, or remove it.`);
  }
  const draft = `${file}.part`;
  try {
    const bytes = await writeDraft(draft, frames);
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return { bytes };
  } catch (error) {
    if (!isCode(error, 'EEXIST')) await rm(draft, { force: true });
    throw fileError(error, file);
  }
}

async function writeDraft(draft: string, frames: AsyncIterable<Buffer>): Promise<number> {
  await using handle = await open(draft, 'wx', 0o600);
  const hash = createHash('sha256').update(firstLine);
  await handle.write(firstLine);
  // The fastest level: most of what is stored is already compressed, and the disk is the bottleneck.
  const compress = createZstdCompress({ chunkSize: pieceBytes, params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  await pipeline(Readable.from(frames, { highWaterMark: 4 }), compress, async (packed: AsyncIterable<Buffer>) => {
    for await (const piece of packed) {
      hash.update(piece);
      await writeWhole(handle, piece);
    }
  });
  await handle.write(lastLine(hash.digest('hex')));
  await handle.sync();
  return (await handle.stat()).size;
}

/** A nearly full disk accepts a part, and fails on the next write. */
async function writeWhole(handle: Awaited<ReturnType<typeof open>>, piece: Buffer): Promise<void> {
  let place = 0;
  while (place < piece.length) place += (await handle.write(piece, place)).bytesWritten;
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function fileError(error: unknown, file: string): unknown {
  const refuse = (why: string) => new CopydeskError('invalid_request', why, { cause: error });
  if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) {
    const detail = `The disk of ${file} is full. The partial backup was removed: free some space, or name a file on another disk.`;
    return new CopydeskError('storage_full', detail, { cause: error });
  }
  if (isCode(error, 'EEXIST')) {
    return refuse(
      `Another backup is being written to ${file}.part, or was interrupted. Remove it, or name another file.`,
    );
  }
  if (isCode(error, 'ENOENT')) return refuse(`There is no folder ${path.dirname(file)}.`);
  if (isCode(error, 'EACCES') || isCode(error, 'EROFS')) return refuse(`This user may not write ${file}.`);
  return error;
}

/**
 * Reads a whole backup, and returns its header. Rejects a backup that has changed by a single bit or is incomplete.
 *
 * @throws CopydeskError `backup_refused`; `invalid_request` when the file does not exist.
 */
export async function checkBackup(file: string, onBytes: (bytes: number) => void): Promise<Header> {
  await requireFirstLine(file);
  await requireDigest(file, onBytes);
  for await (const { kind, content } of openBackup(file)) {
    if (kind !== kinds.header) break;
    const header = parseJson(Header, content);
    await requireKnown(header);
    return header;
  }
  throw refuseBackup('It has no header.');
}

/** Reads the frames of a file that was checked. */
export async function* openBackup(file: string): AsyncGenerator<Frame> {
  const { size } = await stat(file);
  const packed = createReadStream(file, {
    start: firstLine.length,
    end: size - lastLineBytes - 1,
    highWaterMark: pieceBytes,
  });
  const decompress = createZstdDecompress({ chunkSize: pieceBytes });
  const reading = pipeline(packed, decompress);
  // The loop below reports the error, because it reads the same stream.
  reading.catch(() => {});
  try {
    yield* readFrames(decompress);
  } catch (error) {
    throw error instanceof CopydeskError ? error : refuseBackup('It is damaged.', error);
  } finally {
    decompress.destroy();
  }
}

async function requireFirstLine(file: string): Promise<void> {
  try {
    await using handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64), position: 0 });
    const start = buffer.toString('latin1', 0, bytesRead);
    if (start.startsWith(firstLine)) return;
    const newer = /^COPYDESK-BACKUP (\d+)\n/.exec(start)?.[1];
    if (newer === undefined) throw refuseBackup(`${file} is not a backup of Copydesk.`);
    throw refuseBackup(`It has format ${newer}, and this version reads format 1. Restore it with a newer Copydesk.`);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EACCES') && !isCode(error, 'EISDIR')) throw error;
    throw new CopydeskError('invalid_request', `There is no file ${file} that this user may read.`, { cause: error });
  }
}

async function requireDigest(file: string, onBytes: (bytes: number) => void): Promise<void> {
  const { size } = await stat(file);
  const end = size - lastLineBytes;
  const lastPart = end < firstLine.length ? '' : await readText(file, end);
  if (!/^\nSHA-256 [0-9a-f]{64}\n$/.test(lastPart)) throw refuseBackup('It is incomplete: its end is missing.');
  const hash = createHash('sha256');
  await hashUpTo(file, end, hash, onBytes);
  if (lastPart !== lastLine(hash.digest('hex')))
    throw refuseBackup('It is damaged: its checksum does not match its content.');
}

async function readText(file: string, start: number): Promise<string> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(lastLineBytes), position: start });
  return buffer.toString('latin1', 0, bytesRead);
}

async function hashUpTo(file: string, end: number, hash: Hash, onBytes: (bytes: number) => void): Promise<void> {
  const bytes: AsyncIterable<Buffer> = createReadStream(file, { end: end - 1, highWaterMark: 1024 * 1024 });
  for await (const piece of bytes) {
    hash.update(piece);
    onBytes(piece.length);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
