import { CopydeskError } from '@copydesk/contract';
import { binaryByContent, binaryByName, refuseBinary } from './binary-file.ts';
import type { ReadableTree, TreeEntry } from '../ports.ts';
import { formatNearest } from '../tools/show/nearest-path.ts';

/** The largest file that is read, edited or written: 1 MB. */
const maximumFileBytes = 1024 * 1024;

/** A file of UTF-8 text, exactly as stored: a byte-order mark is the first character of `text`. */
export interface TextFile {
  path: string;
  blob: string;
  text: string;
}

/** A file as it is stored. */
export interface FileBytes {
  path: string;
  blob: string;
  bytes: Uint8Array;
}

/**
 * Reads a file that a model may see.
 * @throws CopydeskError `path_refused` when the file does not exist, `file_refused` when it is a symlink, a submodule,
 *   binary, not UTF-8 or too large.
 */
export async function readTextFile(tree: ReadableTree, path: string): Promise<TextFile> {
  return asTextFile(await readFileBytes(tree, path));
}

/**
 * @throws CopydeskError `path_refused` when the file does not exist, `file_refused` when it is a symlink or a
 *   submodule.
 */
export async function readFileBytes(tree: ReadableTree, path: string): Promise<FileBytes> {
  const { blob } = fileEntry(tree, path);
  return { path, blob, bytes: await tree.read(path) };
}

/** @throws CopydeskError `file_refused` when it is binary, not UTF-8 or too large. */
export function asTextFile({ path, blob, bytes }: FileBytes): TextFile {
  const kind = binaryByContent(bytes) === undefined ? undefined : describeBinary(path, bytes);
  if (kind !== undefined) {
    throw new CopydeskError(
      'file_refused',
      `${path} is ${kind}, ${bytes.length} bytes. It is no text: it can be moved, deleted and referenced, and neither shown nor changed.`,
    );
  }
  if (bytes.length > maximumFileBytes) {
    throw new CopydeskError('file_refused', `${path} is ${bytes.length} bytes; files over 1 MB are not read.`);
  }
  return { path, blob, text: decode(path, bytes) };
}

/**
 * Returns the entry of a file, as opposed to a symlink or submodule.
 * @throws CopydeskError `path_refused` or `file_refused`.
 */
export function fileEntry(tree: ReadableTree, path: string): TreeEntry {
  const entry = tree.entry(path);
  if (entry === undefined) {
    const paths = tree.entries().map((other) => other.path);
    throw new CopydeskError('path_refused', `There is no file ${path}.${formatNearest(path, paths)}`);
  }
  if (entry.kind === 'file') return entry;
  const kind = entry.kind === 'symlink' ? 'a symbolic link' : 'a submodule';
  throw new CopydeskError('file_refused', `${path} is ${kind}; Copydesk does not read or change it.`);
}

/** Returns the more precise of what content and name tell. */
function describeBinary(path: string, bytes: Uint8Array): string | undefined {
  const byContent = binaryByContent(bytes);
  return byContent === 'a binary file' ? (binaryByName(path) ?? byContent) : byContent;
}

/**
 * Encodes a text that a model wants to store.
 * @throws CopydeskError `file_refused` when it is too large, is no text, or would look like another kind of file.
 */
export function encodeText(path: string, text: string): Uint8Array {
  refuseBinary(path, text);
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new CopydeskError('file_refused', `${path} would hold a NUL or half a character; only text is written.`);
  }
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > maximumFileBytes) {
    throw new CopydeskError('file_refused', `${path} would be ${bytes.length} bytes; files over 1 MB are not written.`);
  }
  return bytes;
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CopydeskError('file_refused', `${path} is not UTF-8; only UTF-8 text can be read.`, { cause });
  }
}
