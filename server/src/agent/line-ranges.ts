/** Lines from one to another, both included; numbers count from 1. Where `to` is one less than `from` there are none. */
export interface LineRange {
  from: number;
  to: number;
}

/** Lines of a text, from `from` on, that became others: `removed` went and `added` stand there now. */
export interface LineChange {
  from: number;
  removed: number;
  added: number;
}

/** Every line, however many there are. */
export const allLines: readonly LineRange[] = [{ from: 1, to: Infinity }];

/** The lines of all these ranges: in order, apart, and none empty. */
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

/** Whether all lines of a range are among those of united ranges. */
export function covers(ranges: readonly LineRange[], { from, to }: LineRange): boolean {
  return to < from || ranges.some((range) => range.from <= from && range.to >= to);
}

/**
 * Where the lines of united ranges stand after changes, which are in order. Lines that came in the place of others are
 * among them if those were; lines that came in no line's place, if `withInserted`.
 */
export function follow(
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
 * Where a range of lines stands after changes, which are in order; undefined when they changed any of it.
 *
 * @param isMended lets lines of the range change one for one, as those do whose links are mended, and others go, as long
 * as some are left.
 */
export function followRange(range: LineRange, changes: readonly LineChange[], isMended = false): LineRange | undefined {
  let [shift, grown] = [0, 0];
  for (const { from, removed, added } of changes) {
    const isInside = from >= range.from && from + removed - 1 <= range.to;
    if (from + removed <= range.from) shift += added - removed;
    else if (isMended && isInside && removed > 0 && (added === removed || added === 0)) grown += added - removed;
    else if (from <= range.to || from < range.from) return undefined;
  }
  const present = { from: range.from + shift, to: range.to + shift + grown };
  return grown < 0 && present.to < present.from ? undefined : present;
}

/** Those of the lines that are in a range, counted from its first. */
export function within(ranges: readonly LineRange[], { from, to }: LineRange): LineRange[] {
  return unite(
    ranges.map((range) => ({ from: Math.max(range.from, from) - from + 1, to: Math.min(range.to, to) - from + 1 })),
  );
}

/** Ranges in few characters: `1-20,35`. */
export function writeRanges(ranges: readonly LineRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** What {@link writeRanges} wrote. */
export function readRanges(text: string): LineRange[] {
  return [...text.matchAll(/(\d+)(?:-(\d+|Infinity))?/g)].map(([, from, to = from]) => ({
    from: Number(from),
    to: Number(to),
  }));
}
