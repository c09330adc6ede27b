import { dayOf, hourMilliseconds } from '../calendar.ts';
import type { NumberedView } from '../numbered-view.ts';
import { condense, pack, VarintReader } from './packed.ts';
import type { Rows } from './packed.ts';
import { journalTable } from '../tables.ts';
import type { JournalEntry } from '../tables.ts';

/** One row of `view_journal`. */
export interface JournalRow {
  shard: number;
  firstDay: string;
  lastDay: string;
  views: number;
  entries: Buffer;
}

/** Returns the journal rows of the views: one row for each shard. */
export function journalOf(views: readonly NumberedView[]): JournalRow[] {
  return [...Map.groupBy(views, ({ shard }) => shard)].map(([shard, ofShard]) => {
    const entries = condense(journalTable, ofShard.flatMap(entryOf));
    const hours = ofShard.map(({ at }) => Math.floor(at / hourMilliseconds));
    const [first, last] = [least(hours), -least(hours.map((hour) => -hour))];
    return {
      shard,
      firstDay: dayOf(first * hourMilliseconds),
      lastDay: dayOf(last * hourMilliseconds),
      views: ofShard.length,
      entries: pack(journalTable, entries),
    };
  });
}

/** Converts a view to a row of {@link journalTable}. */
export function entryOf({ at, page, reader, surface, found, referrer }: NumberedView): Rows {
  const hour = Math.floor(at / hourMilliseconds);
  const second = Math.floor((at - hour * hourMilliseconds) / 1000);
  const { kind, verification } = reader;
  return [hour, page, kind, surface, verification, found ? 1 : 0, referrer === null ? 0 : referrer + 1, 1, second];
}

/**
 * Visits the rows of a {@link journalTable}, in order. The entry is the same object each time. A journal of 400 KB takes
 * 1.2 ms of processor time, and 2.7 by `visit`, which reads tables of any shape.
 */
export function visitEntries(table: Uint8Array, visitor: (entry: JournalEntry) => void): void {
  const cursor = new VarintReader(table);
  const entry: JournalEntry = {
    hour: 0,
    page: 0,
    kind: 0,
    surface: 0,
    verification: 0,
    found: false,
    referrer: null,
    views: 0,
    lastSecond: 0,
  };
  let [found, referrer] = [0, 0];
  while (!cursor.done) {
    // A key is a difference as long as the differences before it are zero. A function for this would take 0.7 ms more.
    let distance = cursor.next();
    let isSame = distance === 0;
    entry.hour += distance;
    distance = cursor.next();
    entry.page = isSame ? entry.page + distance : distance;
    isSame &&= distance === 0;
    distance = cursor.next();
    entry.kind = isSame ? entry.kind + distance : distance;
    isSame &&= distance === 0;
    distance = cursor.next();
    entry.surface = isSame ? entry.surface + distance : distance;
    isSame &&= distance === 0;
    distance = cursor.next();
    entry.verification = isSame ? entry.verification + distance : distance;
    isSame &&= distance === 0;
    distance = cursor.next();
    found = isSame ? found + distance : distance;
    isSame &&= distance === 0;
    distance = cursor.next();
    referrer = isSame ? referrer + distance : distance;
    entry.found = found === 1;
    entry.referrer = referrer === 0 ? null : referrer - 1;
    entry.views = cursor.nextSigned();
    entry.lastSecond = cursor.nextSigned();
    visitor(entry);
  }
}

/** Returns the minimum. Math.min takes its numbers as arguments, of which there can be too many. */
function least(values: readonly number[]): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < found) found = value;
  return found;
}
