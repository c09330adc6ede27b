import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../postgres/database.ts';
import { hourMilliseconds } from '../../store/calendar.ts';
import { visitJournal } from '../counts/journal.ts';
import type { Span } from './range.ts';
import type { Snapshot } from '../snapshot.ts';
import { visitSite } from '../counts/unpack.ts';

const always: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The moments, with their weeks, that ISO 8601 writes with a four-digit year; no view is near either end. */
const [earliest, latest] = [Date.parse('0001-01-08'), Date.parse('9999-12-31')];

/** Returns the range of a snapshot with both bounds: those of the views where the range has none. */
export async function boundedSpan(snapshot: Snapshot): Promise<Span> {
  const { from, to } = snapshot.span;
  const isBounded = Number.isFinite(from) && Number.isFinite(to);
  const extent = isBounded ? snapshot.span : await readExtent(snapshot);
  return {
    from: Math.max(Number.isFinite(from) ? from : extent.from, earliest),
    to: Math.min(Number.isFinite(to) ? to : extent.to, latest),
  };
}

/**
 * Returns the range from the hour of the project's first view to that of its last, by any reader, in milliseconds;
 * empty when there are no views.
 */
async function readExtent({ transaction, shards }: Snapshot): Promise<Span> {
  const extent = { from: always.to, to: always.from };
  const include = (hour: number, views: number) => {
    if (views <= 0) return;
    extent.from = Math.min(extent.from, hour * hourMilliseconds);
    extent.to = Math.max(extent.to, (hour + 1) * hourMilliseconds);
  };
  for (const shard of shards) {
    for (const { day, bytes } of await readEnds(transaction, shard)) {
      if (day === null) {
        visitJournal([bytes], { hours: always, found: true }, ({ hour, views }) => include(hour, views));
      } else visitSite(bytes, ({ hour, views }) => include(day * 24 + hour, views));
    }
  }
  return extent;
}

/**
 * Reads the first and the last day, and the journal, which is not folded into days yet. A day may have two rows: recent
 * additions may lie beside the rest.
 */
async function readEnds(transaction: DatabaseTransaction, shard: number) {
  const days = sql`from view_rollup where project_id = ${shard} and level = 'day' and octet_length(site) > 0`;
  const { rows } = await sql<{ day: number | null; bytes: Buffer }>`
    select start - date '1970-01-01' as day, site as bytes ${days}
      and (start = (select min(start) ${days}) or start = (select max(start) ${days}))
    union all select null, entries from view_journal where project_id = ${shard}
  `.execute(transaction);
  return rows;
}
