import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CopydeskError } from '@copydesk/contract';
import { openPromise } from 'yauzl';
import { compressionOf } from '../../import/read/compression.ts';
import type { Product } from '../product.ts';
import { exportRefused } from './export-file.ts';
import type { ExportFile } from './export-file.ts';

/** Receives how many bytes of the file on the disk were read, and how many it has. */
export type OnRead = (read: number, total: number) => void;

/**
 * Yields the files of an export that contain counts: the export itself, also compressed with gzip, or those files of
 * its ZIP that the product uses for counts. They are read one after another, on demand.
 *
 * @throws CopydeskError `not_found`, `file_refused`
 */
export async function* openExport(name: string, product: Product, onRead: OnRead): AsyncIterable<ExportFile> {
  const { size, compression } = await examineFile(name);
  if (compression === 'zip') return yield* entriesOf(name, product, (read) => onRead(read, size));
  if (compression !== undefined && compression !== 'gzip') {
    throw exportRefused({ name }, undefined, `It is compressed with ${compression}; decompress it first.`);
  }
  const baseName = path.basename(name);
  yield { name, baseName, bytes: () => bytesOf(name, compression, (read) => onRead(read, size)) };
}

async function examineFile(name: string) {
  const handle = await open(name).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CopydeskError('not_found', `There is no file ${name}.`);
    throw exportRefused({ name }, undefined, `It cannot be opened: ${messageOf(error)}.`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile())
      throw exportRefused({ name }, undefined, 'It is not a regular file. Name the files of the export.');
    if (found.size === 0) throw exportRefused({ name }, undefined, 'It is empty.');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return { size: found.size, compression: compressionOf(buffer.subarray(0, bytesRead)) };
  } finally {
    await handle.close();
  }
}

async function* bytesOf(
  name: string,
  compression: 'gzip' | undefined,
  onRead: (read: number) => void,
): AsyncIterable<Uint8Array> {
  const stored = createReadStream(name, { highWaterMark: 256 * 1024 });
  // Reading receives the same error.
  const stream = compression === undefined ? stored : pipeline(stored, createGunzip(), () => {});
  try {
    for await (const chunk of stream) {
      if (chunk instanceof Uint8Array) yield chunk;
      onRead(stored.bytesRead);
    }
  } catch (error) {
    throw exportRefused({ name }, undefined, `It is damaged or not complete: ${messageOf(error)}.`);
  }
}

async function* entriesOf(name: string, product: Product, onRead: (read: number) => void): AsyncIterable<ExportFile> {
  if (product.inZip === undefined) {
    throw exportRefused(
      { name },
      undefined,
      `It is a ZIP, and ${product.name} exports none: unpack it, and name its files.`,
    );
  }
  const { pattern, described } = product.inZip;
  const archive = await openPromise(name).catch((error: unknown) => throwDamaged(name, error));
  let read = 0;
  let found = 0;
  try {
    for await (const entry of archive.eachEntry()) {
      const baseName = path.posix.basename(entry.fileName);
      read += entry.compressedSize;
      if (!pattern.test(baseName)) continue;
      found += 1;
      const bytes = async function* (): AsyncIterable<Uint8Array> {
        const stream = await archive.openReadStreamPromise(entry).catch((error: unknown) => throwDamaged(name, error));
        for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
      };
      yield { name: `${name}: ${entry.fileName}`, baseName, bytes };
      onRead(read);
    }
  } catch (error) {
    if (error instanceof CopydeskError) throw error;
    throwDamaged(name, error);
  } finally {
    archive.close();
  }
  if (found === 0) throw exportRefused({ name }, undefined, `It has no ${described}.`);
}

function throwDamaged(name: string, error: unknown): never {
  throw exportRefused({ name }, undefined, `It is damaged or not complete: ${messageOf(error)}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
