import { setImmediate } from 'node:timers/promises';
import type { TreeEntry } from '../tree.ts';
import type { ReadableFiles } from './searched-files.ts';
import type { Stored, TextStore } from './text-store.ts';

/** Reads the texts that are not stored yet, in the order of their files. */
export interface TextReader {
  read(entry: TreeEntry): Promise<Stored>;
  close(): Promise<void>;
}

/** So few are asked for one by one, of the process that answers such questions anyway. */
const fewTexts = 32;

/** So many entries are looked at before somebody else's turn. */
const entriesInTurn = 5000;

/** Finds out which texts of the files are not stored. Few of them are then read; many are read when their turn comes. */
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
      // What was stored at first, or read already, may have been forgotten meanwhile, for others.
      if (place < next) return await readAlone(entry);
      for (;;) {
        const blob = blobs[next] ?? '';
        const { value, done = false } = await contents.next();
        next += 1;
        if (done) return await readAlone(entry);
        const stored = store.store(blob, value);
        // Those before it were stored meanwhile by others, and so nobody asks for them.
        if (blob === entry.blob) return stored;
      }
    },
    close: async () => {
      await contents.return(undefined);
    },
  };
}
