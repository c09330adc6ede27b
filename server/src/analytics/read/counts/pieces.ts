import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { readBinaryRows } from '../../../postgres/binary-rows.ts';
import type { BinaryRow } from '../../../postgres/statements/copy-cursor.ts';
import type { RollupTable } from '../../store/tables.ts';
import type { Cover, Part } from '../time/range.ts';
import { isEmpty } from '../time/range.ts';
import { inShards } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';

/** A packed table of `view_rollup`, and the part of the range that it belongs to. */
export interface Piece {
  part: Part;
  /** The day that the row begins with, since 1970. */
  day: number;
  table: Buffer;
}

/** All packed tables that make up a range. */
export interface Pieces {
  pieces: Piece[];
  /** Entries of the journal; those within `cover.packed` count. */
  journal: Buffer[];
}

/**
 * Reads one column of the roll-ups, and the journal, in one statement and in binary form. The shard number comes first
 * in each row, so that a cluster can query each part separately, and both at one moment.
 * @param ofHours - the column to read where only some hours of a day count.
 */
export async function readPieces(
  snapshot: Snapshot,
  { packed, parts }: Cover,
  columns: { column: RollupTable; ofHours?: RollupTable },
): Promise<Pieces> {
  if (isEmpty(packed)) return { pieces: [], journal: [] };
  const ours = inShards(snapshot);
  const selects = parts.map((part, place) => {
    const column = part.hours === undefined ? columns.column : (columns.ofHours ?? columns.column);
    return sql`
      select project_id, ${sql.lit(place)} as place, start - date '1970-01-01' as day, ${sql.ref(column)} as bytes from view_rollup
      where ${ours} and level = ${sql.lit(part.level)} and start >= ${dateOfDay(part.from)}
        and start < ${dateOfDay(part.to)}`;
  });
  const journal = sql`
      select project_id, null, null, entries from view_journal
      where ${ours} and last_day >= ${dateOfDay(Math.floor(packed.from / 24))}
        and first_day < ${dateOfDay(Math.ceil(packed.to / 24))}`;
  const rows = await readBinaryRows(snapshot.transaction, sql.join([...selects, journal], sql` union all `));
  return sort(parts, rows);
}

function sort(parts: Part[], rows: BinaryRow[]): Pieces {
  const found: Pieces = { pieces: [], journal: [] };
  for (const [, place, day, bytes] of rows) {
    if (bytes == null) continue;
    const part = place == null ? undefined : parts[place.readInt32BE()];
    if (part === undefined || day == null) found.journal.push(bytes);
    else found.pieces.push({ part, day: day.readInt32BE(), table: bytes });
  }
  return found;
}

/** Days far beyond any view that are still valid dates in PostgreSQL: they stand for no limit. */
const [earliest, latest] = [-1_800_000, 3_000_000];

/** Returns a day since 1970 as a date expression of PostgreSQL. */
export function dateOfDay(day: number): RawBuilder<unknown> {
  return sql`date '1970-01-01' + ${sql.lit(Math.min(Math.max(day, earliest), latest))}::int`;
}
