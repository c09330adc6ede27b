import type { PageReferrer } from '@copydesk/contract';
import { sql } from 'kysely';
import { aiProductOf } from '../readers/ai-products.ts';
import { compareBytes } from '../compare-bytes.ts';
import { readKinds } from '../counts/kinds.ts';
import { readHosts } from '../readers/referrers.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SurfaceFilter } from '../counts/surface-counts.ts';
import { surfaceNumber } from '../../store/tables.ts';

/** Where the readers of a page came from, and from how many views that was counted. */
export interface PageReferrers {
  /** Most first. */
  referrers: PageReferrer[];
  /** How many views were read; when this equals the limit, there may be earlier ones. */
  viewsRead: number;
}

/**
 * Returns where the readers of some pages came from, by the latest single views of each page that have a referrer:
 * packed counts of referrers are for the whole site only. An index contains just these views, so that each page costs
 * at most `limit` of them.
 */
export async function readPageReferrers(
  snapshot: Snapshot,
  { pages, found, limit, surface }: { pages: readonly number[]; found: boolean; limit: number } & SurfaceFilter,
): Promise<Map<number, PageReferrers>> {
  const { transaction, projectId } = snapshot;
  const rows: Row[] = [];
  for (const shard of snapshot.shards)
    rows.push(...(await readRows(snapshot, shard, { pages, found, limit, surface })));
  const latest = snapshot.shards.length === 1 ? rows : latestOf(rows, limit);
  const kinds = await readKinds(snapshot);
  const hosts = await readHosts(transaction, projectId, [...new Set(latest.map(({ referrer }) => referrer))]);
  const byPage = new Map<number, Map<number, { human: number; ai: number }>>();
  const counted = new Map<number, number>();
  for (const { page, referrer, kind, views } of latest) {
    counted.set(page, (counted.get(page) ?? 0) + views);
    const viewClass = kinds.get(kind)?.class;
    if (viewClass === undefined || viewClass === 'bot') continue;
    const ofPage = byPage.get(page) ?? new Map<number, { human: number; ai: number }>();
    byPage.set(page, ofPage);
    const counts = ofPage.get(referrer) ?? { human: 0, ai: 0 };
    ofPage.set(referrer, counts);
    counts[viewClass] += views;
  }
  return new Map(
    pages.map((page) => [
      page,
      { referrers: present(byPage.get(page) ?? new Map(), hosts), viewsRead: counted.get(page) ?? 0 },
    ]),
  );
}

interface Row {
  page: number;
  referrer: number;
  kind: number;
  views: number;
  /** The time of these views, when there are several shards; with one shard they are the latest anyway. */
  at: number | null;
}

interface Wanted extends SurfaceFilter {
  pages: readonly number[];
  found: boolean;
  limit: number;
}

/** Reads the latest views of each page in one shard. */
async function readRows(
  { transaction, span, shards }: Snapshot,
  shard: number,
  { pages, found, limit, surface }: Wanted,
): Promise<Row[]> {
  const from = Number.isFinite(span.from) ? sql`and at >= to_timestamp(${span.from}::float8 / 1000)` : sql``;
  const to = Number.isFinite(span.to) ? sql`and at < to_timestamp(${span.to}::float8 / 1000)` : sql``;
  const ofSurface = surface === undefined ? sql`` : sql`and surface = ${surfaceNumber(surface)}`;
  const at = shards.length === 1 ? sql`null::float8` : sql`extract(epoch from one.at)::float8`;
  const { rows } = await sql<Row>`
    select page, one.referrer, reader.kind, ${at} as at, count(*)::int as views
    from unnest(${pages}::int[]) as page cross join lateral (
      select referrer, reader, at from view
      where project_id = ${shard} and view.page = page.page and found = ${found} and referrer is not null
        ${from} ${to} ${ofSurface}
      order by at desc limit ${limit}
    ) as one
    join view_reader reader on reader.project_id = ${shard} and reader.number = one.reader
    group by 1, 2, 3, 4
  `.execute(transaction);
  return rows;
}

/** Returns the latest views of each page among the latest of each shard. */
function latestOf(rows: readonly Row[], limit: number): Row[] {
  return [...Map.groupBy(rows, ({ page }) => page).values()].flatMap((ofPage) => {
    let left = limit;
    const newest = ofPage.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
    return newest.flatMap((row) => {
      const views = Math.min(row.views, left);
      left -= views;
      return views > 0 ? [{ ...row, views }] : [];
    });
  });
}

function present(
  counts: ReadonlyMap<number, { human: number; ai: number }>,
  hosts: ReadonlyMap<number, string>,
): PageReferrer[] {
  return [...counts]
    .map(([number, { human, ai }]) => {
      const referrer = hosts.get(number) ?? '';
      const { product = null, operator = null } = aiProductOf(referrer) ?? {};
      return { referrer, product, operator, human, ai, total: human + ai };
    })
    .sort((left, right) => right.total - left.total || compareBytes(left.referrer, right.referrer));
}
