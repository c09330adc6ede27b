import { sql } from 'kysely';
import type { PageQuery, PageResult } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { compareReaders } from '../readers/reader-order.ts';
import { visitKindViews } from '../counts/kind-views.ts';
import { readKinds } from '../counts/kinds.ts';
import type { Kind } from '../counts/kinds.ts';
import { countMissing, countPages, sourcesOf, totalsOf } from './page-counts.ts';
import { readPageReferrers } from './page-referrers.ts';
import { readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';
import { hasAllSingleViews, visitsBack } from '../readers/visits-back.ts';

const maximumViews = 5_000;
const mostReferrers = 100;

/** Returns all that is known about one page: its views, its readers, and where they came from. */
export async function readPage(db: Database, site: ReadSite, query: PageQuery): Promise<Reading<PageResult>> {
  return await readAt(db, site, query, async (snapshot) => await describePage(snapshot, query), true);
}

async function describePage(snapshot: Snapshot, { path: exactPath, surface }: PageQuery): Promise<PageResult> {
  const counts = await countPages(snapshot, { exactPath, surface });
  const totals = totalsOf(counts);
  const notFound = totalsOf(await countMissing(snapshot, { exactPath, surface }));
  const number = await numberOf(snapshot, exactPath);
  if (number === undefined)
    return { path: exactPath, totals, notFound, bots: 0, agents: [], visitsBack: [], ...noReferrers };
  const pages = [number];
  const from = (await readPageReferrers(snapshot, { pages, found: true, limit: maximumViews, surface })).get(number);
  const { viewsRead = 0, referrers = [] } = from ?? {};
  const readers = await countReaders(snapshot, number, surface);
  const complete = viewsRead < maximumViews;
  return {
    path: exactPath,
    totals,
    notFound,
    ...readers,
    visitsBack: visitsBack(readers.agents, referrers, complete && (await hasAllSingleViews(snapshot))),
    referrers: referrers.slice(0, mostReferrers),
    referrersOf: { views: viewsRead, complete },
    ...sourcesOf(counts),
  };
}

const noReferrers = { referrers: [], referrersOf: { views: 0, complete: true } };

async function numberOf({ transaction, projectId }: Snapshot, path: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from view_page where project_id = ${projectId} and path = ${path}
  `.execute(transaction);
  return rows[0]?.number;
}

/** Returns AI agents in the order of `compareReaders`; other bots as one sum. */
async function countReaders(
  snapshot: Snapshot,
  number: number,
  surface: PageQuery['surface'],
): Promise<Pick<PageResult, 'agents' | 'bots'>> {
  const kinds = await readKinds(snapshot);
  const counts = new Map<Kind, number>();
  await visitKindViews(snapshot, { found: true, surface }, (page, kind, views) => {
    const found = page === number ? kinds.get(kind) : undefined;
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + views);
  });
  const rows = [...counts].filter(([, views]) => views > 0);
  const bots = rows.filter(([kind]) => kind.class === 'bot').reduce((sum, [, views]) => sum + views, 0);
  const agents = rows
    .filter(([kind]) => kind.class === 'ai')
    .map(([{ agent, operator, purpose, source }, views]) => ({
      agent,
      operator,
      purpose: purpose ?? ('other' as const),
      views,
      source: source ?? undefined,
    }))
    .sort((left, right) => compareReaders({ name: left.agent, ...left }, { name: right.agent, ...right }));
  return { agents, bots };
}
