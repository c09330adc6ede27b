import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isEmpty } from '../time/range.ts';
import type { Span } from '../time/range.ts';
import { pathCondition } from '../page/path-filter.ts';
import type { PathFilter } from '../page/path-filter.ts';
import { inShards } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';

/** What single views can be grouped by, besides their hour (since 1970) and kind. */
const dimensions = {
  page: sql`view.page`,
  surface: sql`view.surface`,
  verification: sql`reader.verification`,
  referrer: sql`view.referrer`,
} as const satisfies Record<string, RawBuilder<unknown>>;

type Dimension = keyof typeof dimensions;

/** Views with the same hour and kind, and the same values of the other columns they are grouped by. */
export type Count<D extends Dimension> = Record<D | 'hour' | 'kind' | 'views', number> & {
  /** The second of the last view since the hour began. */
  lastSecond: number;
};

/**
 * Counts single views, for edges that are finer than the packed counts.
 * @param spans - in milliseconds.
 * @param options - a filter by path works for pages only, and not for referrers.
 */
export async function countSingleViews<D extends Dimension>(
  snapshot: Snapshot,
  spans: readonly Span[],
  options: { by: readonly D[]; found: boolean } & PathFilter,
): Promise<Count<D>[]> {
  const counts: Count<D>[] = [];
  const columns = sql.join([sql`hour`, sql`kind`, ...options.by.map((name) => sql.ref(name))]);
  const chosen = options.by.map((name) => sql`, ${dimensions[name]} as ${sql.ref(name)}`);
  for (const { from, to } of spans.filter((span) => !isEmpty(span))) {
    const { rows } = await sql<Count<D>>`
      select ${columns}, count(*)::int as views, max(second)::int as "lastSecond" from (
        select floor(extract(epoch from view.at) / 3600)::int as hour, reader.kind,
          mod(floor(extract(epoch from view.at)), 3600) as second ${sql.join(chosen, sql``)}
        from view join view_reader reader on reader.project_id = view.project_id and reader.number = view.reader
        where ${inShards(snapshot, 'view.project_id')} and view.found = ${options.found} and ${isBetween(from, to)} ${viewCondition(snapshot.projectId, options)}
      ) as counted group by ${columns}
    `.execute(snapshot.transaction);
    counts.push(...rows);
  }
  return counts;
}

function isBetween(from: number, to: number) {
  return sql`view.at >= to_timestamp(${from}::float8 / 1000) and view.at < to_timestamp(${to}::float8 / 1000)`;
}

/** Views without a referrer are left out when counting by referrer. */
function viewCondition(projectId: number, { by, ...filter }: { by: readonly Dimension[] } & PathFilter) {
  if (by.includes('referrer')) return sql`and view.referrer is not null`;
  const condition = pathCondition(filter);
  if (condition === undefined) return sql``;
  return sql`and view.page = any(
          array(select number from view_page where project_id = ${projectId} and ${condition})
        )`;
}
