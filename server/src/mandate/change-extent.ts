import { pagesAlwaysDeletable } from './change-limits.ts';
import type { ChangedFile, ChangeExtent, ReadSide } from './changed-file.ts';
import { lostText } from './lost-text.ts';

/** What a change is measured with. */
export interface Measure {
  read: ReadSide;
  isPage: (path: string) => boolean;
  /** Up to so many deleted pages are answered as none, at least five: then hardly anything has to be read. */
  deletedIgnored: () => number;
  /** Sizes by object id, kept from one time to the next. */
  sizes: Map<string, number>;
}

/** Measures a change by the files that differ. What moves as it is, is not new. */
export async function measureChange(files: readonly ChangedFile[], measure: Measure): Promise<ChangeExtent> {
  const added = files.filter(({ was }) => was === undefined).length;
  const removed = files.filter(({ is }) => is === undefined).length;
  const had = new Set(files.map(({ was }) => was));
  let bytes = 0;
  for (const file of files) if (!had.has(file.is)) bytes += await sizeOf(file, 'is', measure);
  return { files: files.length - Math.min(added, removed), bytes, deleted: await deletedPages(files, measure) };
}

/** From the cheapest question to the dearest: most changes end at the first, by their number of files. */
async function deletedPages(files: readonly ChangedFile[], measure: Measure): Promise<number> {
  const { read, isPage } = measure;
  const has = new Set(files.map(({ is }) => is));
  const former = files.filter(({ was }) => was !== undefined && !has.has(was));
  // To count the pages of large docs is a walk through all of them.
  if (former.length <= pagesAlwaysDeletable) return 0;
  const ignored = measure.deletedIgnored();
  if (former.length <= ignored) return 0;
  const changed = former.filter(({ path }) => isPage(path));
  const shrunk = await Promise.all(changed.map((file) => shareLost(file, measure)));
  if (sum(shrunk) <= ignored) return 0;
  const lost = await lostText(
    files.filter(({ path }) => isPage(path)),
    changed,
    read,
  );
  // A page that was rewritten has lost its lines, and as much of its text as it is shorter.
  const deleted = sum(changed.map((_, index) => Math.min(shrunk[index] ?? 0, lost[index] ?? 0)));
  return deleted > ignored ? deleted : 0;
}

/** By how much a file is shorter, from 0 to 1. */
async function shareLost(file: ChangedFile, measure: Measure): Promise<number> {
  if (file.is === undefined) return 1;
  const [was, is] = [await sizeOf(file, 'was', measure), await sizeOf(file, 'is', measure)];
  return was === 0 ? 0 : Math.max(0, 1 - is / was);
}

async function sizeOf(file: ChangedFile, side: 'was' | 'is', { read, sizes }: Measure): Promise<number> {
  const id = file[side];
  if (id === undefined) return 0;
  const size = sizes.get(id) ?? (await read(file, side)).length;
  sizes.set(id, size);
  return size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
