import type { TreeEntry } from '../tree/tree.ts';

/** A blob's content, or its size when it is too large to read. */
export type BlobContent = Uint8Array | { tooLarge: number };

/** The files of a tree that may be searched, in the order of their paths. */
export interface SearchedFiles {
  entries: readonly TreeEntry[];
  /** Returns the content of a file that was edited; undefined for one whose blob the repository has. */
  unsaved(entry: TreeEntry): Uint8Array | undefined;
}

/** The same, with functions that read blobs: a single one, or very many in their order. */
export interface ReadableFiles extends SearchedFiles {
  read(blob: string): Promise<BlobContent>;
  readMany(blobs: readonly string[]): AsyncGenerator<BlobContent>;
}
