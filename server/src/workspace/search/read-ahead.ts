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
   * Reads the texts of files in the background, after those that were requested before. Resolves when they are read,
   * when the signal aborts, or when they cannot be read, which a search will report.
   *
   * @returns how many bytes of them are stored.
   */
  read(files: ReadableFiles, signal: AbortSignal): Promise<number>;
  /** Pauses reading ahead. A search reads what it needs itself, and must not wait for what others may need. */
  pause(): void;
  resume(): void;
  /** Resolves when all reading has stopped. */
  close(): Promise<void>;
}

interface Task {
  files: ReadableFiles;
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
      const bytes = await readTexts(task.files, store, bounds);
      running = undefined;
      const isOver = !stop.signal.aborted || task.signal.aborted;
      if (isOver && waiting[0] === task) waiting.shift();
      if (isOver) task.settle(bytes);
      advance();
    };
    running = { stop, ended: work() };
  };

  return {
    read: (files, signal) =>
      new Promise((settle) => {
        waiting.push({ files, signal, settle });
        advance();
      }),
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
async function readTexts(files: ReadableFiles, store: TextStore, bounds: Bounds): Promise<number> {
  if (bounds.over.aborted) return 0;
  const entries = files.entries.filter(({ kind }) => kind === 'file');
  const reader = await openTextReader(files, entries, store).catch(() => undefined);
  if (reader === undefined) return 0;
  const bytes = await readInOrder(entries, store, { reader, ...bounds }).catch(() => 0);
  await reader.close().catch(() => {});
  return bytes;
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
): Promise<number> {
  let [bytes, fresh] = [0, 0];
  for (const entry of entries) {
    if (over.aborted || bytes > most || fresh > left) return bytes;
    const existing = store.get(entry.blob);
    const text = existing ?? (await reader.read(entry));
    if (typeof text === 'string') continue;
    bytes += text.length;
    if (existing !== undefined) continue;
    fresh += text.length;
    count(text.length);
  }
  return bytes;
}
