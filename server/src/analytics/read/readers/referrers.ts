import { sql } from 'kysely';
import type { RangeQuery, ReferrersResult } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { visit } from '../../store/fold/packed.ts';
import { classes, rollupTables } from '../../store/tables.ts';
import type { ViewClass } from '../../store/tables.ts';
import { aiProductOf } from './ai-products.ts';
import { compareBytes } from '../compare-bytes.ts';
import { visitJournal } from '../counts/journal.ts';
import { readKinds } from '../counts/kinds.ts';
import { readPieces } from '../counts/pieces.ts';
import { cover } from '../time/range.ts';
import { countSingleViews } from '../counts/single-views.ts';
import { readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';

type Counts = Map<number, { human: number; ai: number }>;

/** Returns the hosts of other sites that readers came from: by total, most first, then by host. */
export async function readReferrers(
  db: Database,
  site: ReadSite,
  query: RangeQuery,
): Promise<Reading<ReferrersResult>> {
  const { result: counts, range } = await readAt(db, site, query, countReferrers);
  const hosts = await readHosts(site.moment?.transaction ?? db, site.projectId, [...counts.keys()]);
  const rows = namedRows(counts, hosts)
    .filter(({ total }) => total > 0)
    .sort((left, right) => right.total - left.total || compareBytes(left.referrer, right.referrer));
  const end = query.offset + query.limit;
  const referrers = rows.slice(query.offset, end).map(({ referrer, human, ai, total }) => {
    const { product = null, operator = null } = aiProductOf(referrer) ?? {};
    return { referrer, product, operator, human, ai, total };
  });
  return { result: { totals: totalsOf(rows), referrers, hasMore: end < rows.length }, range };
}

/** Returns how many people each host has sent, with the operator when the host belongs to an AI product. */
export async function readVisits(snapshot: Snapshot): Promise<{ operator: string | null; human: number }[]> {
  const counts = await countReferrers(snapshot);
  const hosts = await readHosts(snapshot.transaction, snapshot.projectId, [...counts.keys()]);
  return namedRows(counts, hosts).map(({ referrer, human }) => ({
    operator: aiProductOf(referrer)?.operator ?? null,
    human,
  }));
}

function namedRows(counts: Counts, hosts: ReadonlyMap<number, string>) {
  return [...counts].map(([number, { human, ai }]) => ({
    referrer: hosts.get(number) ?? '',
    human,
    ai,
    total: human + ai,
  }));
}

/** Counts by host number. */
async function countReferrers(snapshot: Snapshot): Promise<Counts> {
  const covered = cover(snapshot.span, 'day');
  const kinds = await readKinds(snapshot);
  const counts: Counts = new Map();
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'referrers' });
  for (const { table } of pieces) {
    visit(rollupTables.referrers, table, ([referrer = 0, viewClass = 0, views = 0]) =>
      add(counts, referrer, classes[viewClass], views),
    );
  }
  visitJournal(journal, { hours: covered.packed, found: true }, ({ referrer, kind, views }) => {
    if (referrer !== null) add(counts, referrer, kinds.get(kind)?.class, views);
  });
  const singles = await countSingleViews(snapshot, covered.fragments, { by: ['referrer'], found: true });
  for (const { referrer, kind, views } of singles) add(counts, referrer, kinds.get(kind)?.class, views);
  return counts;
}

function add(counts: Counts, referrer: number, viewClass: ViewClass | undefined, views: number): void {
  if (viewClass === undefined || viewClass === 'bot') return;
  const count = counts.get(referrer) ?? { human: 0, ai: 0 };
  counts.set(referrer, count);
  count[viewClass] += views;
}

/** Returns hosts by number. */
export async function readHosts(db: Database, projectId: number, numbers: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; host: string }>`
    select number, host from view_referrer where project_id = ${projectId} and number = any(${numbers}::int[])
  `.execute(db);
  return new Map(rows.map(({ number, host }) => [number, host]));
}

function totalsOf(rows: readonly { human: number; ai: number; total: number }[]): ReferrersResult['totals'] {
  const totals = { human: 0, ai: 0, total: 0 };
  for (const { human, ai, total } of rows) {
    totals.human += human;
    totals.ai += ai;
    totals.total += total;
  }
  return totals;
}
