import type { TreeEntry } from '../tree.ts';
import { openTextReader, type TextReader } from './read-texts.ts';
import type { ReadableFiles } from './searched-files.ts';
import type { TextStore } from './text-store.ts';

/** Reads texts before somebody searches them: the first search of 48,000 pages waits 1.6 s for them, and the next 0.1 s. */
export interface ReadAhead {
  /**
   * Reads the texts of files when those that came before are read, in the background. Resolves when they are, when the
   * signal was aborted, or when they cannot be read, which a search will tell.
   */
  read(files: ReadableFiles, signal: AbortSignal): Promise<void>;
  /** A search reads what it needs itself, and is not to wait for what others may need. */
  pause(): void;
  resume(): void;
  /** Resolves when nothing is read any more. */
  close(): Promise<void>;
}

interface Task {
  files: ReadableFiles;
  signal: AbortSignal;
  settle: () => void;
}

/** Reads three quarters of what a store has room for at the most: more would make it forget what others search. */
export function openReadAhead(store: TextStore, maximumBytes: number): ReadAhead {
  const waiting: Task[] = [];
  let running: { stop: AbortController; ended: Promise<void> } | undefined;
  let pauses = 0;

  const advance = (): void => {
    const [task] = waiting;
    if (task === undefined || running !== undefined || pauses > 0) return;
    const stop = new AbortController();
    const over = AbortSignal.any([stop.signal, task.signal]);
    const ended = readTexts(task.files, store, { most: (maximumBytes * 3) / 4, over }).finally(() => {
      running = undefined;
      const isOver = !stop.signal.aborted || task.signal.aborted;
      if (isOver && waiting[0] === task) waiting.shift();
      if (isOver) task.settle();
      advance();
    });
    running = { stop, ended };
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
      for (const { settle } of left) settle();
    },
  };
}

/** Whatever cannot be read, a search meets it again, and tells it to somebody. */
async function readTexts(files: ReadableFiles, store: TextStore, bounds: Bounds): Promise<void> {
  if (bounds.over.aborted) return;
  const entries = files.entries.filter(({ kind }) => kind === 'file');
  const reader = await openTextReader(files, entries, store).catch(() => undefined);
  if (reader === undefined) return;
  await readInOrder(entries, store, { reader, ...bounds }).catch(() => {});
  await reader.close().catch(() => {});
}

interface Bounds {
  /** How many bytes to read at the most. */
  most: number;
  over: AbortSignal;
}

async function readInOrder(
  entries: readonly TreeEntry[],
  store: TextStore,
  { reader, most, over }: Bounds & { reader: TextReader },
): Promise<void> {
  let bytes = 0;
  for (const entry of entries) {
    if (over.aborted || bytes > most) return;
    const text = store.get(entry.blob) ?? (await reader.read(entry));
    if (typeof text !== 'string') bytes += text.length;
  }
}
