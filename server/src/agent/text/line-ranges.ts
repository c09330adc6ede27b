/**
 * Lines from one to another, both included; numbers count from 1. The range is empty when `to` is one less than `from`.
 */
export interface LineRange {
  from: number;
  to: number;
}

/** A replacement of lines from `from` on: `removed` lines were replaced by `added` lines. */
export interface LineChange {
  from: number;
  removed: number;
  added: number;
}

/** Every line, however many exist. */
export const allLines: readonly LineRange[] = [{ from: 1, to: Infinity }];

/** Returns the lines of all these ranges as sorted, separate and non-empty ranges. */
export function unite(...ranges: (readonly LineRange[])[]): LineRange[] {
  const united: LineRange[] = [];
  const sorted = ranges
    .flat()
    .filter(({ from, to }) => to >= from)
    .sort((a, b) => a.from - b.from);
  for (const { from, to } of sorted) {
    const last = united.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else united.push({ from, to });
  }
  return united;
}

/** Whether united ranges contain all lines of a range. */
export function covers(ranges: readonly LineRange[], { from, to }: LineRange): boolean {
  return to < from || ranges.some((range) => range.from <= from && range.to >= to);
}

/**
 * Moves united ranges along with sorted changes. Lines that replace others are included if all of those were; lines
 * that replace nothing are included if `withInserted`.
 */
export function moveRanges(
  ranges: readonly LineRange[],
  changes: readonly LineChange[],
  withInserted: boolean,
): readonly LineRange[] {
  if (ranges === allLines && withInserted) return allLines;
  const moved: LineRange[] = [];
  let next = 1;
  let shift = 0;
  for (const { from, removed, added } of [...changes, { from: Infinity, removed: 0, added: 0 }]) {
    for (const range of ranges) {
      const kept = { from: Math.max(range.from, next), to: Math.min(range.to, from - 1) };
      if (kept.to >= kept.from) moved.push({ from: kept.from + shift, to: kept.to + shift });
    }
    const isAmong = removed === 0 ? withInserted : covers(ranges, { from, to: from + removed - 1 });
    if (isAmong && added > 0) moved.push({ from: from + shift, to: from + shift + added - 1 });
    next = from + removed;
    shift += added - removed;
  }
  return unite(moved);
}

/**
 * Returns where a range of lines is after sorted changes; undefined when they changed any of it.
 *
 * @param isRepair allows lines of the range to change one for one, as they do when their links are fixed, and others to
 *   be removed, as long as some are left.
 */
export function followRange(range: LineRange, changes: readonly LineChange[], isRepair = false): LineRange | undefined {
  let [shift, grown] = [0, 0];
  for (const { from, removed, added } of changes) {
    const isInside = from >= range.from && from + removed - 1 <= range.to;
    if (from + removed <= range.from) shift += added - removed;
    else if (isRepair && isInside && keepsLines({ removed, added })) grown += added - removed;
    else if (from <= range.to || from < range.from) return undefined;
  }
  const present = { from: range.from + shift, to: range.to + shift + grown };
  return grown < 0 && present.to < present.from ? undefined : present;
}

/** Returns whether a change replaces lines one for one, or only removes them. */
function keepsLines({ removed, added }: Pick<LineChange, 'removed' | 'added'>): boolean {
  return removed > 0 && (added === removed || added === 0);
}

/** Returns the lines that are within a range, counted from its first line. */
export function rangesWithin(ranges: readonly LineRange[], { from, to }: LineRange): LineRange[] {
  return unite(
    ranges.map((range) => ({ from: Math.max(range.from, from) - from + 1, to: Math.min(range.to, to) - from + 1 })),
  );
}

/** Writes ranges in few characters: `1-20,35`. */
export function writeRanges(ranges: readonly LineRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Reads what {@link writeRanges} wrote. */
export function readRanges(text: string): LineRange[] {
  return [...text.matchAll(/(\d+)(?:-(\d+|Infinity))?/g)].map(([, from, to = from]) => ({
    from: Number(from),
    to: Number(to),
  }));
}
