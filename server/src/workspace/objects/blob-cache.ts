import { LRUCache } from 'lru-cache';

/** Contents of blobs by their ids. When they exceed a number of bytes, the least recently used ones are removed. */
export type BlobCache = Pick<LRUCache<string, Uint8Array>, 'get' | 'set'>;

export function openBlobCache(maximumBytes: number): BlobCache {
  return new LRUCache({
    maxSize: maximumBytes,
    // A content so large that it would push most others out is not worth its space.
    maxEntrySize: maximumBytes / 4,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
}
