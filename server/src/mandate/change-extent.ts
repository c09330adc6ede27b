import { pagesAlwaysDeletable } from './change-limits.ts';
import type { ChangedFile, ChangeExtent, ReadSide } from './changed-file.ts';
import { lostText } from './lost-text.ts';

/** The inputs for measuring a change. */
export interface Measure {
  read: ReadSide;
  isPage: (path: string) => boolean;
  /** Up to this many deleted pages are reported as 0; at least five. Then hardly any file has to be read. */
  deletedIgnored: () => number;
  /** File sizes by object id, kept between measurements. */
  sizes: Map<string, number>;
}

/** Measures a change by the files that differ. A file that moves unchanged does not count as new content. */
export async function measureChange(files: readonly ChangedFile[], measure: Measure): Promise<ChangeExtent> {
  const added = files.filter(({ was }) => was === undefined).length;
  const removed = files.filter(({ is }) => is === undefined).length;
  const had = new Set(files.map(({ was }) => was));
  let bytes = 0;
  for (const file of files) if (!had.has(file.is)) bytes += await sizeOf(file, 'is', measure);
  return { files: files.length - Math.min(added, removed), bytes, deleted: await deletedPages(files, measure) };
}

/** Counts deleted pages. The cheapest test comes first: for most changes, the number of files already decides. */
async function deletedPages(files: readonly ChangedFile[], measure: Measure): Promise<number> {
  const { read, isPage } = measure;
  const has = new Set(files.map(({ is }) => is));
  const former = files.filter(({ was }) => was !== undefined && !has.has(was));
  // Counting the pages of large docs means walking through all of them.
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
  // A rewritten page loses its lines, but only as much of its text as it got shorter: the smaller share counts.
  const deleted = sum(changed.map((_, index) => Math.min(shrunk[index] ?? 0, lost[index] ?? 0)));
  return deleted > ignored ? deleted : 0;
}

/** Returns by what share a file got shorter, from 0 to 1. */
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
