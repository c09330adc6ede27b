import { setImmediate } from 'node:timers/promises';
import type { TreeEntry } from '../tree/tree.ts';
import { openTextReader } from './read-texts.ts';
import type { ReadableFiles } from './searched-files.ts';
import type { StoredText, TextStore } from './text-store.ts';

/** Texts that one thread searches at once. */
export interface Batch {
  entries: TreeEntry[];
  texts: StoredText[];
}

/** Counts from going through the files. */
export interface Tally {
  searched: number;
  tooLarge: string[];
}

/**
 * How much a thread gets at once: a hundredth of a second's work, compared with a tenth of a millisecond for the
 * message.
 */
export const batchBytes = 1024 * 1024;
const batchFiles = 1000;

/** How long paths are checked before other work gets its turn. A filter may be slow. */
const turnMilliseconds = 8;

/** Yields the texts of the files to be searched, in their order. Each is read when its turn comes. */
export async function* readBatches(
  files: ReadableFiles,
  includes: (path: string) => boolean,
  store: TextStore,
  tally: Tally,
): AsyncGenerator<Batch> {
  const entries = await includedFiles(files.entries, includes);
  const reader = await openTextReader(files, entries, store);
  let batch: Batch = { entries: [], texts: [] };
  let bytes = 0;
  try {
    for (const entry of entries) {
      const text = store.get(entry.blob) ?? (await reader.read(entry));
      tally.searched += 1;
      if (text === 'too large') tally.tooLarge.push(entry.path);
      if (typeof text === 'string') continue;
      batch.entries.push(entry);
      batch.texts.push(text);
      bytes += text.length;
      if (bytes < batchBytes && batch.texts.length < batchFiles) continue;
      yield batch;
      batch = { entries: [], texts: [] };
      bytes = 0;
    }
  } finally {
    await reader.close();
  }
  if (batch.texts.length > 0) yield batch;
}

async function includedFiles(
  entries: readonly TreeEntry[],
  includes: (path: string) => boolean,
): Promise<readonly TreeEntry[]> {
  const found: TreeEntry[] = [];
  let end = performance.now() + turnMilliseconds;
  for (const entry of entries) {
    if (entry.kind === 'file' && includes(entry.path)) found.push(entry);
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + turnMilliseconds;
  }
  return found;
}
