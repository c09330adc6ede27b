import { setImmediate } from 'node:timers/promises';
import type { TreeEntry } from '../tree/tree.ts';
import type { ReadableFiles } from './searched-files.ts';
import type { Stored, TextStore } from './text-store.ts';

/** Reads the texts that are not stored yet, in the order of their files. */
export interface TextReader {
  read(entry: TreeEntry): Promise<Stored>;
  close(): Promise<void>;
}

/** Up to this many are read one by one, by the process that serves single reads anyway. */
const fewTexts = 32;

/** How many entries are checked before other work gets its turn. */
const entriesInTurn = 5000;

/**
 * Finds out which texts of the files are not stored. Few of them are read at once; many are read when their turn comes.
 */
export async function openTextReader(
  files: ReadableFiles,
  entries: readonly TreeEntry[],
  store: TextStore,
): Promise<TextReader> {
  const missing = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (index % entriesInTurn === entriesInTurn - 1) await setImmediate();
    if (store.get(entry.blob) !== undefined || missing.has(entry.blob)) continue;
    const content = files.unsaved(entry);
    if (content === undefined) missing.set(entry.blob, missing.size);
    else store.store(entry.blob, content);
  }
  const readAlone = async (entry: TreeEntry): Promise<Stored> =>
    store.store(entry.blob, files.unsaved(entry) ?? (await files.read(entry.blob)));
  const blobs = [...missing.keys()];
  if (blobs.length <= fewTexts) {
    await Promise.all(blobs.map(async (blob) => store.store(blob, await files.read(blob))));
    return { read: readAlone, close: () => Promise.resolve() };
  }
  const contents = files.readMany(blobs);
  let next = 0;
  return {
    async read(entry) {
      const place = missing.get(entry.blob) ?? -1;
      // A text that was stored at first, or already read, may have been dropped meanwhile to make room for others.
      if (place < next) return await readAlone(entry);
      for (;;) {
        const blob = blobs[next] ?? '';
        const { value, done = false } = await contents.next();
        next += 1;
        if (done) return await readAlone(entry);
        const stored = store.store(blob, value);
        // Others stored the ones before it meanwhile, so they are not requested.
        if (blob === entry.blob) return stored;
      }
    },
    close: async () => {
      await contents.return(undefined);
    },
  };
}
