import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bytesArray, numberArray, plainArray } from '../arrays.ts';
import type { HealthCounts, HealthKey } from '../health.ts';
import { journalOf } from './journal.ts';
import type { NumberedView } from '../numbered-view.ts';

/** A statement that adds rows of a group. */
type Statement = RawBuilder<unknown>;

/** Returns the id columns in the order of the index: two writers with the same ids never deadlock. */
export function idColumns(sorted: readonly NumberedView[]): { projects: string; ids: string; imports: string } {
  return {
    projects: numberArray(sorted.map(({ shard }) => shard)),
    ids: plainArray(sorted.map(({ id }) => id)),
    imports: numberArray(sorted.map((view) => view.import)),
  };
}

/** Fails when an id exists already: checking first (`on conflict`) takes half as much time again for a large group. */
export function insertIds({ projects, ids, imports }: ReturnType<typeof idColumns>, today: string): Statement {
  return sql`
    insert into view_event_id (project_id, id, received_on, import)
    select project_id, id, ${today}::date, import
    from unnest(${projects}::int[], ${ids}::uuid[], ${imports}::int[]) as event (project_id, id, import)`;
}

export function insertViews(views: readonly NumberedView[]): Statement {
  const column = (valueOf: (view: NumberedView) => number | bigint | null) => numberArray(views.map(valueOf));
  return sql`
    insert into view (project_id, at, page, reader, referrer, visitor, surface, found, import)
    select project_id, to_timestamp(at / 1000.0::float8), page, reader, referrer, visitor, surface, found = 1, import
    from unnest(
      ${column((view) => view.shard)}::int[], ${column((view) => view.at)}::float8[],
      ${column((view) => view.page)}::int[], ${column((view) => view.reader.number)}::int[],
      ${column((view) => view.referrer)}::int[], ${column((view) => view.visitor)}::int8[],
      ${column((view) => view.surface)}::int2[], ${column((view) => (view.found ? 1 : 0))}::int2[],
      ${column((view) => view.import)}::int[]
    ) as view (project_id, at, page, reader, referrer, visitor, surface, found, import)`;
}

export function insertJournal(views: readonly NumberedView[]): Statement {
  const rows = journalOf(views);
  return sql`
    insert into view_journal (project_id, first_day, last_day, views, entries)
    select project_id, first_day, last_day, views, entries
    from unnest(
      ${numberArray(rows.map((row) => row.shard))}::int[], ${plainArray(rows.map((row) => row.firstDay))}::date[],
      ${plainArray(rows.map((row) => row.lastDay))}::date[], ${numberArray(rows.map((row) => row.views))}::int[],
      ${bytesArray(rows.map((row) => row.entries))}::bytea[]
    ) as journal (project_id, first_day, last_day, views, entries)`;
}

/** Adds to the health of a day. The rows stay locked until the commit; each writer has its own. */
export function addToHealth(health: HealthCounts, { day, writer }: HealthKey): Statement {
  const rows = health.rows();
  return sql`
    insert into view_health (project_id, day, name, writer, count)
    select project_id, ${day}::date, name, ${writer}::int2, count
    from unnest(
      ${numberArray(rows.map((row) => row.shard))}::int[], ${plainArray(rows.map((row) => row.name))}::text[],
      ${numberArray(rows.map((row) => row.count))}::int8[]
    ) as health (project_id, name, count)
    on conflict (project_id, day, name, writer) do update set count = view_health.count + excluded.count`;
}
