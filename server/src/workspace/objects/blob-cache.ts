/** A cache of blob contents. When they exceed a number of bytes, the least recently used ones are removed. */
export interface BlobCache {
  get(id: string): Uint8Array | undefined;
  set(id: string, content: Uint8Array): void;
}

export function openBlobCache(maximumBytes: number): BlobCache {
  // A Map keeps the order in which keys were set: the first is the one not used for longest.
  const contents = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    get(id) {
      const content = contents.get(id);
      if (content === undefined) return undefined;
      contents.delete(id);
      contents.set(id, content);
      return content;
    },
    set(id, content) {
      // A content so large that it would push most others out is not worth its space.
      if (contents.has(id) || content.length > maximumBytes / 4) return;
      contents.set(id, content);
      bytes += content.length;
      for (const [oldest, { length }] of contents) {
        if (bytes <= maximumBytes) break;
        contents.delete(oldest);
        bytes -= length;
      }
    },
  };
}
