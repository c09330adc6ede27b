import { cooperatively } from '../../threads/cooperative.ts';
import type { Known } from '../known.ts';
import { mapBounded } from '../map-bounded.ts';
import { maximumPageBytes } from '../parse/limits.ts';
import type { ParsePool } from '../parse-pool.ts';
import { tooLarge } from '../text/text.ts';
import type { DocsTree } from '../tree.ts';
import { openWeightedCache } from '../weighted-cache.ts';
import { openSketcher } from './batches.ts';
import type { RecordStore } from './record-store.ts';
import { decodeSketch, type Sketch } from './sketch.ts';

/** Provides the sketches of files, by the id of their content: from memory, from disk, or by a scan. */
export interface Sketches {
  of(tree: DocsTree, path: string): Promise<Known<Sketch>>;
  /** Returns a sketch only if it is in memory. */
  cached(tree: DocsTree, path: string): Known<Sketch> | undefined;
  /** Loads the sketches of many files into memory at once. */
  prepare(tree: DocsTree, paths: readonly string[], onProgress?: (done: number) => void): Promise<void>;
}

/** How many files are read at once, to fill batches. */
const inFlight = 256;
/** How many records are read from disk at once, which takes some milliseconds. */
const readAtOnce = 4_000;
/** The memory overhead of a record. */
const overheadBytes = 250;

/**
 * Opens the sketches. Memory holds encoded records instead of objects: they need a tenth of the objects, none of which
 * the garbage collector has to visit. Decoding one takes two microseconds.
 */
export function openSketches(pool: ParsePool, store: RecordStore | undefined, maximumBytes: number): Sketches {
  const records = openWeightedCache<Uint8Array | undefined>(maximumBytes);
  const sketcher = openSketcher(pool, (frame) => store?.append(frame));
  return { of: find, cached, prepare };

  async function find(tree: DocsTree, path: string): Promise<Known<Sketch>> {
    const entry = tree.entry(path);
    if (entry?.kind !== 'file') return { kind: 'refused', message: 'it is no regular file' };
    const record = await records.getOrMake(entry.blob, () => fetchOrMake(tree, path, entry.blob), weigh);
    return (record && decodeSketch(record)) ?? tooLarge();
  }

  function cached(tree: DocsTree, path: string): Known<Sketch> | undefined {
    const blob = tree.entry(path)?.blob;
    const record = blob === undefined ? undefined : records.peek(blob);
    return record && decodeSketch(record);
  }

  async function prepare(tree: DocsTree, paths: readonly string[], onProgress?: (done: number) => void): Promise<void> {
    const missing = new Map<string, string>();
    for await (const path of cooperatively(paths)) {
      const entry = tree.entry(path);
      if (entry?.kind === 'file' && records.peek(entry.blob) === undefined) missing.set(entry.blob, path);
    }
    await readKept(missing);
    let done = paths.length - missing.size;
    onProgress?.(done);
    await mapBounded([...missing], inFlight, async ([blob, path]) => {
      await records.getOrMake(blob, () => make(tree, path, blob), weigh);
      done += 1;
      onProgress?.(done);
    });
  }

  /** Loads the records on disk, and removes them from `missing`. */
  async function readKept(missing: Map<string, string>): Promise<void> {
    const blobs = store ? [...missing.keys()] : [];
    for (let start = 0; start < blobs.length; start += readAtOnce) {
      const kept = await store?.read(blobs.slice(start, start + readAtOnce));
      for (const [blob, record] of kept ?? []) {
        records.store(blob, record, weigh(record));
        missing.delete(blob);
      }
    }
  }

  async function fetchOrMake(tree: DocsTree, path: string, blob: string): Promise<Uint8Array | undefined> {
    const kept = await store?.read([blob]);
    return kept?.get(blob) ?? make(tree, path, blob);
  }

  async function make(tree: DocsTree, path: string, blob: string): Promise<Uint8Array | undefined> {
    const bytes = await tree.read(path).catch(() => undefined);
    return bytes && bytes.length <= maximumPageBytes ? sketcher.sketch(blob, bytes) : undefined;
  }
}

function weigh(record: Uint8Array | undefined): number {
  return overheadBytes + (record?.length ?? 0);
}
