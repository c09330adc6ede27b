import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { CopydeskError } from '@copydesk/contract';
import { compressionOf } from './compression.ts';
import { gzipFile } from './gzip-file.ts';
import { plainFile } from './plain-file.ts';
import type { LogSource } from './source.ts';
import { convertToUtf8 } from './utf16.ts';

/**
 * Opens a file, compressed with gzip or not, in UTF-8 or UTF-16; its first bytes show which.
 * @throws CopydeskError `not_found`, `file_refused`
 */
export async function openFile(path: string): Promise<LogSource> {
  const handle = await open(path).catch((error: unknown) => refuse(path, error));
  try {
    const found = await handle.stat();
    if (found.isDirectory()) {
      throw new CopydeskError(
        'file_refused',
        `${path} is a folder. Name the files in it: ${path.replace(/\/$/, '')}/*.log`,
      );
    }
    return await convertToUtf8(await sourceOf(handle, path, found.isFile()));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function sourceOf(handle: FileHandle, path: string, regular: boolean): Promise<LogSource> {
  if (!regular) {
    throw new CopydeskError(
      'file_refused',
      `${path} is not a regular file. Send it to standard input: … import - < ${path}`,
    );
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
  const compression = compressionOf(buffer.subarray(0, bytesRead));
  if (compression === undefined) return plainFile(handle, path);
  if (compression === 'gzip') return gzipFile(handle, path);
  throw new CopydeskError(
    'file_refused',
    `${path} is compressed with ${compression}, and only gzip is read. Decompress it to standard input: … import -`,
  );
}

function refuse(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    throw new CopydeskError('not_found', `There is no file ${path}.`, { cause: error });
  }
  const why = error instanceof Error ? error.message : String(error);
  throw new CopydeskError('file_refused', `${path} cannot be opened: ${why}`, { cause: error });
}
