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
  const missing = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (index % entriesInTurn === entriesInTurn - 1) await setImmediate();
    if (store.get(entry.blob) !== undefined || missing.has(entry.blob)) continue;
    const content = files.unsaved(entry);
    if (content === undefined) missing.add(entry.blob);
    else store.store(entry.blob, content);
  }
  const readAlone = async (entry: TreeEntry): Promise<Stored> =>
    store.store(entry.blob, files.unsaved(entry) ?? (await files.read(entry.blob)));
  const blobs = [...missing];
  if (blobs.length <= fewTexts) {
    await Promise.all(blobs.map(async (blob) => store.store(blob, await files.read(blob))));
    return { read: readAlone, close: () => Promise.resolve() };
  }
  const contents = files.readMany(blobs);
  let next = 0;
  return {
    async read(entry) {
      // What was stored at first may have been forgotten meanwhile, for others.
      if (entry.blob !== blobs[next]) return await readAlone(entry);
      const { value, done = false } = await contents.next();
      next += 1;
      return done ? await readAlone(entry) : store.store(entry.blob, value);
    },
    close: async () => {
      await contents.return(undefined);
    },
  };
}
