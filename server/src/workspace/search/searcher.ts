import { availableParallelism } from 'node:os';
import { CopydeskError } from '@copydesk/contract/errors';
import type { PlaceFinder, Replacement, SearchHit, SearchQuery, SearchResult, TreeEntry } from '../tree/tree.ts';
import { withAllowance } from './allowance.ts';
import { batchBytes, readBatches, type Batch, type Tally } from './batches.ts';
import type { Pattern } from './pattern.ts';
import { openPlaceFinder } from './place-finder.ts';
import { openReadAhead } from './read-ahead.ts';
import { openSearchPool, type SearchPool } from './search-pool.ts';
import type { SearchAnswer, SearchTask, ShownText } from './search-worker.ts';
import type { ReadableFiles } from './searched-files.ts';
import { openTextStore, type StoredText, type TextStore } from './text-store.ts';

/** Searches the files of trees. The texts stay in memory, so that only the first search of a tree must read them. */
export interface Searcher {
  /** Opens the searcher for one turn, whose searches end with `signal`. */
  open(signal?: AbortSignal): OpenSearcher;
  close(): Promise<void>;
}

/** The searcher of one turn, with a limit on how long its threads work for that turn. */
export interface OpenSearcher {
  /**
   * @throws CopydeskError `invalid_request` for a pattern that cannot be used, or when the turn's time is used up; the
   *   signal's reason when it was aborted.
   */
  search(files: ReadableFiles, query: SearchQuery): Promise<SearchResult>;
  /** Finds what must be replaced, in any texts. */
  places(replacement: Replacement): PlaceFinder;
  /**
   * Reads in the background what a first search would wait for, the files of a folder first. Resolves when that is done
   * or given up. Never throws.
   */
  readAhead(files: ReadableFiles, signal: AbortSignal, folder?: string): Promise<void>;
}

/** How long a whole search may take, and each part of it. A pattern that takes longer is not an honest one. */
const searchMilliseconds = 20_000;
const taskMilliseconds = 5_000;

/** How long threads may work for one turn: a search of 48,000 pages takes them half a second. */
const turnMilliseconds = 300_000;

/** After this long without a search, the texts are dropped and the threads end. */
const idleMilliseconds = 10 * 60_000;

const mostThreads = 4;

export function openSearcher({ maximumBytes }: { maximumBytes: number }): Searcher {
  const store = openTextStore(maximumBytes);
  const threads = Math.min(availableParallelism(), mostThreads);
  const pool = openSearchPool({ threads, timeoutMilliseconds: taskMilliseconds });
  const ahead = openReadAhead(store, maximumBytes);
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = async (): Promise<void> => {
    clearTimeout(idle);
    await ahead.close();
    store.clear();
    await pool.close();
  };
  /** Keeps texts and threads while there is work, and for some time after. */
  const whileUsed = async <T>(work: () => Promise<T>): Promise<T> => {
    clearTimeout(idle);
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      if (underWay === 0) idle = setTimeout(() => void close(), idleMilliseconds).unref();
    }
  };

  const beforeReading = <T>(work: () => Promise<T>): Promise<T> =>
    whileUsed(async () => {
      ahead.pause();
      try {
        return await work();
      } finally {
        ahead.resume();
      }
    });

  const open = (signal?: AbortSignal): OpenSearcher => {
    const own = withAllowance(pool, turnMilliseconds);
    return {
      search: (files, query) => beforeReading(() => searchInTime({ store, pool: own, signal }, files, query)),
      places(replacement) {
        const finder = openPlaceFinder(own, replacement, signal);
        // Its texts are given, so nothing must be read. Pausing the read-ahead would end a git process each time.
        return { find: (texts, most) => whileUsed(() => finder.find(texts, most)) };
      },
      readAhead: (files, ending, folder) =>
        whileUsed(async () => {
          const bytes = await ahead.read(files, ending, folder);
          if (!ending.aborted) await pool.prepare(usefulThreads(bytes));
        }),
    };
  };
  return { open, close };
}

async function searchInTime(
  parts: Pick<Means, 'store' | 'pool' | 'signal'>,
  files: ReadableFiles,
  query: SearchQuery,
): Promise<SearchResult> {
  checkPattern(query.pattern);
  const failed = new AbortController();
  const { signal } = parts;
  const over = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    return await searchFiles({ ...parts, over, end: performance.now() + searchMilliseconds }, files, query);
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/**
 * Returns how many threads a search of all texts will keep busy. The first search after reading ahead took 350 ms on
 * 48,000 pages when its threads had to start, and 120 when they had already started; on 365 pages 100 and 40. A small
 * tree gets none: a job may not search at all, and a thread takes 46 ms of a processor.
 */
function usefulThreads(bytes: number): number {
  return bytes < batchBytes / 4 ? 0 : Math.max(1, Math.floor(bytes / batchBytes));
}

const maximumPatternLength = 10_000;

function checkPattern(pattern: string): void {
  if (pattern === '') throw invalidError('the pattern is empty; give some text');
  if (/[\0\r\n]/.test(pattern))
    throw invalidError('the pattern holds a line break or a NUL, and lines are searched one by one');
  if (pattern.length > maximumPatternLength || !pattern.isWellFormed()) {
    throw invalidError(
      `the pattern is not valid Unicode of up to ${maximumPatternLength.toLocaleString('en')} characters`,
    );
  }
}

/** What one search works with. */
interface Means {
  store: TextStore;
  pool: SearchPool;
  signal: AbortSignal | undefined;
  /** Aborts when what still runs for the search is no longer needed. */
  over: AbortSignal;
  /** When the search is given up. */
  end: number;
}

/** More hits than these are not counted, because they are not read: `.` on 48,000 pages has two million. */
const mostCounted = { lines: 10_000, files: 100_000 };

/** A file with hits. It does not keep its text: each of a thousand files would keep the memory of many others. */
interface HitFile {
  entry: TreeEntry;
  hits: number;
}

async function searchFiles(means: Means, files: ReadableFiles, query: SearchQuery): Promise<SearchResult> {
  const { limit, offset = 0, context = 0, filesOnly = false } = query;
  const { pattern, syntax, ignoreCase } = query;
  const wanted = { pattern, syntax, ignoreCase };
  // A pattern that cannot be used is refused even when there is nothing to search.
  await run(means, 'counts', { kind: 'count', pattern: wanted, texts: [], most: 1 });
  const tally: Tally = { searched: 0, tooLarge: [] };
  const batches = readBatches(files, query.includes ?? (() => true), means.store, tally);
  const most = filesOnly ? mostCounted.files : mostCounted.lines;
  const found = await countAll(means, wanted, batches, most);
  const hits = found.reduce((sum, file) => sum + file.hits, 0);
  const page = filesOnly ? found.slice(offset, offset + limit) : [];
  return {
    hits: filesOnly ? [] : await showPage(means, files, wanted, found, { offset, limit, context }),
    files: page.map(({ entry: { path }, hits: inFile }) => ({ path, hits: inFile })),
    total: { hits, files: found.length, atLeast: hits >= most },
    ...tally,
  };
}

/**
 * Returns the files that have hits, in their order, up to `most` hits. Each thread has one batch waiting besides its
 * present one.
 */
async function countAll(
  means: Means,
  pattern: Pattern,
  batches: AsyncIterable<Batch>,
  most: number,
): Promise<HitFile[]> {
  const found: HitFile[] = [];
  const running: Promise<HitFile[]>[] = [];
  let hits = 0;
  /** Takes what the oldest batch found; returns whether more is wanted. */
  const settleOldest = async (): Promise<boolean> => {
    for (const file of (await running.shift()) ?? []) {
      found.push(file);
      hits += file.hits;
      if (hits >= most) return false;
    }
    return true;
  };
  for await (const batch of batches) {
    const counted = countBatch(means, pattern, batch, most);
    // A failure is thrown when the batch's turn comes, if it comes.
    counted.catch(() => {});
    running.push(counted);
    if (running.length >= means.pool.threads * 2 && !(await settleOldest())) return found;
  }
  while (running.length > 0) if (!(await settleOldest())) return found;
  return found;
}

async function countBatch(means: Means, pattern: Pattern, { entries, texts }: Batch, most: number): Promise<HitFile[]> {
  const { counts } = await run(means, 'counts', { kind: 'count', pattern, texts, most });
  return counts.flatMap((hits, index) => {
    const entry: TreeEntry | undefined = entries[index];
    return hits === 0 || !entry ? [] : [{ entry, hits }];
  });
}

/** How many texts are in memory at once while they are shown. */
const shownAtOnce = 16;

async function showPage(
  means: Means,
  files: ReadableFiles,
  pattern: Pattern,
  found: HitFile[],
  { offset, limit, context }: { offset: number; limit: number; context: number },
): Promise<SearchHit[]> {
  let passed = 0;
  const shown = found.flatMap((file) => {
    const skip = Math.max(offset - passed, 0);
    const take = Math.min(file.hits - skip, offset + limit - passed - skip);
    passed += file.hits;
    return take > 0 ? [{ ...file, skip, take }] : [];
  });
  const hits: SearchHit[] = [];
  for (let from = 0; from < shown.length; from += shownAtOnce) {
    const some = shown.slice(from, from + shownAtOnce);
    const texts: ShownText[] = [];
    for (const { entry, skip, take } of some) texts.push({ text: await textOf(means, files, entry), skip, take });
    const { lines } = await run(means, 'lines', { kind: 'show', pattern, context, texts });
    for (const [at, { entry }] of some.entries()) {
      for (const line of lines[at] ?? []) hits.push({ path: entry.path, ...line });
    }
  }
  return hits;
}

async function textOf({ store }: Means, files: ReadableFiles, entry: TreeEntry): Promise<StoredText> {
  const { blob, path } = entry;
  const text = store.get(blob) ?? store.store(blob, files.unsaved(entry) ?? (await files.read(blob)));
  if (typeof text === 'string') throw new Error(`${path} was searched, and is ${text} now`);
  return text;
}

/** @throws CopydeskError `invalid_request` when the pattern is refused or the time is over */
type Answered<Kind extends SearchAnswer['kind']> = Extract<SearchAnswer, { kind: Kind }>;

async function run<Kind extends SearchAnswer['kind']>(
  { pool, signal, over, end }: Means,
  kind: Kind,
  task: SearchTask,
): Promise<Answered<Kind>> {
  signal?.throwIfAborted();
  const answer = performance.now() > end ? 'ended' : await pool.run(task, over);
  signal?.throwIfAborted();
  if (answer === 'ended') throw invalidError('it takes too long; make the pattern simpler, or search a folder');
  if (answer.kind === 'refused') throw invalidError(`the pattern cannot be used: ${answer.reason}`);
  if (!isOf(answer, kind)) throw new Error('a thread that searches answered something else');
  return answer;
}

function isOf<Kind extends SearchAnswer['kind']>(answer: SearchAnswer, kind: Kind): answer is Answered<Kind> {
  return answer.kind === kind;
}

function invalidError(reason: string): CopydeskError {
  return new CopydeskError('invalid_request', `The search cannot be done: ${reason}.`);
}
