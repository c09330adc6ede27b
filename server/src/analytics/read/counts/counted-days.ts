import { sql } from 'kysely';
import { visitJournal } from './journal.ts';
import { dateOfDay, readPieces } from './pieces.ts';
import type { Span } from '../time/range.ts';
import { inShards } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Returns the days on which a view of an existing page was counted in the project, as days since 1970. Checks only the
 * length of a day's row, without reading it.
 *
 * @param span - of whole days since 1970.
 */
export async function readCountedDays(snapshot: Snapshot, { from, to }: Span): Promise<Set<number>> {
  const { rows } = await sql<{ day: number }>`
    select project_id, start - date '1970-01-01' as day from view_rollup
    where ${inShards(snapshot)} and level = 'day' and start >= ${dateOfDay(from)} and start < ${dateOfDay(to)}
      and octet_length(site) > 0
  `.execute(snapshot.transaction);
  const counted = new Set(rows.map(({ day }) => day));
  const hours = { from: from * 24, to: to * 24 };
  const { journal } = await readPieces(snapshot, { packed: hours, parts: [], fragments: [] }, { column: 'site' });
  visitJournal(journal, { hours, found: true }, ({ hour }) => counted.add(Math.floor(hour / 24)));
  return counted;
}
