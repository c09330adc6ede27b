import { sql } from 'kysely';
import type { NotFoundResult, PageViews, Surface } from '@copydesk/contract';
import { compareBytes } from '../compare-bytes.ts';
import { readKinds } from '../counts/kinds.ts';
import { visitKindViews } from '../counts/kind-views.ts';
import { readPageReferrers } from './page-referrers.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SurfaceFilter } from '../counts/surface-counts.ts';

const maximumListed = 10;
const maximumViews = 200;

/** Adds to missing paths the agents that requested them, and the referrers of the requests that have one. */
export async function addMissingDetails(
  snapshot: Snapshot,
  paths: PageViews[],
  { surface }: SurfaceFilter,
): Promise<NotFoundResult['paths']> {
  const numbers = await numbersOf(snapshot, paths);
  const agents = await countAgents(snapshot, new Set(numbers.values()), surface);
  const pages = [...numbers.values()];
  const referrers = await readPageReferrers(snapshot, { pages, found: false, limit: maximumViews, surface });
  return paths.map((path) => {
    const number = numbers.get(path.path) ?? -1;
    const from = referrers.get(number)?.referrers ?? [];
    return {
      ...path,
      agents: agents(number).slice(0, maximumListed),
      referrers: from
        .slice(0, maximumListed)
        .map(({ referrer, product, total: views }) => ({ referrer, product, views })),
    };
  });
}

async function numbersOf(snapshot: Snapshot, paths: PageViews[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ number: number; path: string }>`
    select number, path from view_page
    where project_id = ${snapshot.projectId} and path = any(${paths.map(({ path }) => path)}::text[])
  `.execute(snapshot.transaction);
  return new Map(rows.map(({ number, path }) => [path, number]));
}

/** Returns a function that gives the agents that requested a page: most views first, then by name. */
async function countAgents(snapshot: Snapshot, pages: ReadonlySet<number>, surface: Surface | undefined) {
  const kinds = await readKinds(snapshot);
  const counts = new Map<number, Map<string, number>>();
  await visitKindViews(snapshot, { found: false, surface }, (page, kind, views) => {
    if (!pages.has(page)) return;
    const { class: viewClass, agent = '' } = kinds.get(kind) ?? {};
    if (viewClass !== 'ai') return;
    const ofPage = counts.get(page) ?? new Map<string, number>();
    counts.set(page, ofPage);
    ofPage.set(agent, (ofPage.get(agent) ?? 0) + views);
  });
  return (page: number) =>
    [...(counts.get(page) ?? [])]
      .map(([agent, views]) => ({ agent, views }))
      .filter(({ views }) => views > 0)
      .sort((left, right) => right.views - left.views || compareBytes(left.agent, right.agent));
}
