import type { TreeEntry } from '../tree/tree.ts';
import { openTextReader, type TextReader } from './read-texts.ts';
import type { ReadableFiles } from './searched-files.ts';
import type { TextStore } from './text-store.ts';

/**
 * Reads texts before somebody searches them: the first search of 48,000 pages waits 4 s for them on two cores, and the
 * next 0.1 s.
 */
export interface ReadAhead {
  /**
   * Reads the texts of files in the background, after those that were requested before, and those of a folder first.
   * Resolves when they are read, when the signal aborts, or when they cannot be read, which a search will report.
   *
   * @returns how many bytes of them are stored.
   */
  read(files: ReadableFiles, signal: AbortSignal, folder?: string): Promise<number>;
  /** Pauses reading ahead. A search reads what it needs itself, and must not wait for what others may need. */
  pause(): void;
  resume(): void;
  /** Resolves when all reading has stopped. */
  close(): Promise<void>;
}

interface Task {
  files: ReadableFiles;
  folder: string;
  signal: AbortSignal;
  settle: (bytes: number) => void;
}

/**
 * Reads at most seven eighths of a store's capacity, for all whose signals are not aborted together. More would make
 * the store drop what others search, and ten jobs of ten large repositories would take turns reading what none of them
 * finds again.
 */
export function openReadAhead(store: TextStore, maximumBytes: number): ReadAhead {
  const waiting: Task[] = [];
  const taken = new Map<AbortSignal, number>();
  /** Lists of files whose texts are all stored. Looking up 5,000 of them takes a millisecond of each job. */
  const complete = new WeakMap<ReadableFiles['entries'], { bytes: number; drops: number }>();
  let running: { stop: AbortController; ended: Promise<void> } | undefined;
  let pauses = 0;

  const advance = (): void => {
    const [task] = waiting;
    if (task === undefined || running !== undefined || pauses > 0) return;
    const stop = new AbortController();
    const over = AbortSignal.any([stop.signal, task.signal]);
    for (const signal of taken.keys()) if (signal.aborted) taken.delete(signal);
    const most = (maximumBytes * 7) / 8;
    const left = [...taken.values()].reduce((rest, bytes) => rest - bytes, most);
    const count = (bytes: number): void => void taken.set(task.signal, (taken.get(task.signal) ?? 0) + bytes);
    const bounds = { most, left, over, count };
    const work = async (): Promise<void> => {
      const { drops } = store;
      const { bytes, isWhole } = await readTexts(task, store, bounds);
      if (isWhole) complete.set(task.files.entries, { bytes, drops });
      running = undefined;
      const isOver = !stop.signal.aborted || task.signal.aborted;
      if (isOver && waiting[0] === task) waiting.shift();
      if (isOver) task.settle(bytes);
      advance();
    };
    running = { stop, ended: work() };
  };

  return {
    async read(files, signal, folder = '') {
      const known = complete.get(files.entries);
      if (known?.drops === store.drops) return known.bytes;
      return await new Promise((settle) => {
        waiting.push({ files, folder, signal, settle });
        advance();
      });
    },
    pause() {
      pauses += 1;
      running?.stop.abort();
    },
    resume() {
      pauses -= 1;
      advance();
    },
    async close() {
      const left = waiting.splice(0);
      running?.stop.abort();
      await running?.ended;
      for (const { settle } of left) settle(0);
    },
  };
}

/** Never rejects: a search meets again whatever cannot be read, and reports it. */
async function readTexts({ files, folder }: Task, store: TextStore, bounds: Bounds): Promise<ReadTexts> {
  if (bounds.over.aborted) return nothing;
  const entries = folderFirst(files.entries, folder).filter(({ kind }) => kind === 'file');
  const reader = await openTextReader(files, entries, store).catch(() => undefined);
  if (reader === undefined) return nothing;
  const read = await readInOrder(entries, store, { reader, ...bounds }).catch(() => nothing);
  await reader.close().catch(() => {});
  return read;
}

interface ReadTexts {
  bytes: number;
  /** Whether all texts were read. */
  isWhole: boolean;
}

const nothing: ReadTexts = { bytes: 0, isWhole: false };

/**
 * Puts the docs folder first: there is no room for all files of a large repository, and a search looks in the docs by
 * default.
 */
function folderFirst(entries: readonly TreeEntry[], folder: string): readonly TreeEntry[] {
  if (folder === '') return entries;
  const { inside = [], outside = [] } = Object.groupBy(entries, ({ path }) =>
    path.startsWith(`${folder}/`) ? 'inside' : 'outside',
  );
  return [...inside, ...outside];
}

interface Bounds {
  /** How many bytes may be stored at most. */
  most: number;
  /** How many bytes may still be read. */
  left: number;
  over: AbortSignal;
  /** Called with the bytes that were read and not already stored. */
  count: (bytes: number) => void;
}

async function readInOrder(
  entries: readonly TreeEntry[],
  store: TextStore,
  { reader, most, left, over, count }: Bounds & { reader: TextReader },
): Promise<ReadTexts> {
  let [bytes, fresh] = [0, 0];
  for (const entry of entries) {
    if (over.aborted || bytes > most || fresh > left) return { bytes, isWhole: false };
    const existing = store.get(entry.blob);
    const text = existing ?? (await reader.read(entry));
    if (typeof text === 'string') continue;
    bytes += text.length;
    if (existing !== undefined) continue;
    fresh += text.length;
    count(text.length);
  }
  return { bytes, isWhole: true };
}
