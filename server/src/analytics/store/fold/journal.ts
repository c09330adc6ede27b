import { dayOf, hourMilliseconds } from '../calendar.ts';
import type { NumberedView } from '../numbered-view.ts';
import { condense, pack } from './packed.ts';
import type { Rows } from './packed.ts';
import { journalTable } from '../tables.ts';

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

/** Returns the minimum. Math.min takes its numbers as arguments, of which there can be too many. */
function least(values: readonly number[]): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < found) found = value;
  return found;
}
