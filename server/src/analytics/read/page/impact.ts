import { removesOldPath } from '@copydesk/contract';
import { sql } from 'kysely';
import type { FileChange, ImpactFile, JobImpact, PageReader, PageReferrer, TouchedFile } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { dayMilliseconds } from '../../store/calendar.ts';
import { compareBytes } from '../compare-bytes.ts';
import { visitKindViews } from '../counts/kind-views.ts';
import { readKinds } from '../counts/kinds.ts';
import { countPages } from './page-counts.ts';
import { readPageReferrers } from './page-referrers.ts';
import { compareReaders } from '../readers/reader-order.ts';
import { readAt } from '../snapshot.ts';
import type { ReadSite, Snapshot } from '../snapshot.ts';

/** The readers of one page. */
interface PageReaders {
  human: number;
  ai: number;
  agents: PageReader[];
  referrers: PageReferrer[];
}

const days = 30;
const [mostFiles, mostAgents, mostAgentsOfFile, mostReferrers] = [1_000, 10, 5, 5];

/** Referrers are reported for this many of the most read pages, from this many of the latest views of each. */
const pagesWithReferrers = 20;
const maximumViews = 500;

/**
 * Returns who reads the pages of the touched files: one count of all pages, in one snapshot, however many there are.
 */
export async function readImpact(db: Database, site: ReadSite, touched: readonly TouchedFile[]): Promise<JobImpact> {
  const dateFrom = firstMidnight(site.now);
  const paths = [...new Set(touched.flatMap(({ pages }) => pages ?? []))];
  const { result } = await readAt(db, site, { dateFrom }, async (snapshot) => ({
    isCounted: snapshot.pages > 0,
    readers: await readPages(snapshot, paths),
  }));
  return describe(touched, dateFrom, result);
}

/**
 * Returns the same when no page views are collected, without a database query: the removed pages to which other pages
 * still link.
 */
export function impactWithoutViews(now: Date, touched: readonly TouchedFile[]): JobImpact {
  return describe(touched, firstMidnight(now), { isCounted: false, readers: new Map() });
}

/** Starts at midnight, so that packed counts answer everything. */
function firstMidnight(now: Date): Date {
  return new Date((Math.floor(now.getTime() / dayMilliseconds) - days) * dayMilliseconds);
}

function describe(
  touched: readonly TouchedFile[],
  dateFrom: Date,
  { isCounted, readers }: { isCounted: boolean; readers: ReadonlyMap<string, PageReaders> },
): JobImpact {
  const files = [...touched].sort(compareChanges).slice(0, mostFiles);
  const gone = files.filter(({ change }) => removesOldPath(change));
  const read = [...new Set(files.flatMap(({ pages }) => pages ?? []))];
  return {
    from: dateFrom.toISOString(),
    isCounted,
    totals: totalsOf(readers, read),
    goneTotals: totalsOf(readers, [...new Set(gone.flatMap(({ pages }) => pages ?? []))]),
    agents: mergeAgents(read.flatMap((path) => readers.get(path)?.agents ?? [])).slice(0, mostAgents),
    files: files.map((file) => describeFile(file, readers)).sort(compareStakes),
    filesInAll: touched.length,
    filesNotLocated: touched.filter(({ pages }) => pages === null).length,
  };
}

async function readPages(snapshot: Snapshot, paths: readonly string[]): Promise<Map<string, PageReaders>> {
  const { rows } = await sql<{ number: number; path: string }>`
    select number, path from view_page where project_id = ${snapshot.projectId} and path = any(${paths}::text[])
  `.execute(snapshot.transaction);
  if (rows.length === 0) return new Map();
  const { human, ai } = await countPages(snapshot, {});
  const agents = await readAgents(snapshot, new Set(rows.map(({ number }) => number)));
  const views = (page: number): number => (human[page] ?? 0) + (ai[page] ?? 0);
  const most = rows.map(({ number }) => number).sort((left, right) => views(right) - views(left));
  const asked = { pages: most.slice(0, pagesWithReferrers), found: true, limit: maximumViews };
  const referrers = await readPageReferrers(snapshot, asked);
  return new Map(
    rows.map(({ number, path }) => [
      path,
      {
        human: human[number] ?? 0,
        ai: ai[number] ?? 0,
        agents: agents.get(number) ?? [],
        referrers: referrers.get(number)?.referrers ?? [],
      },
    ]),
  );
}

async function readAgents(snapshot: Snapshot, wanted: ReadonlySet<number>): Promise<Map<number, PageReader[]>> {
  const kinds = await readKinds(snapshot);
  const found = new Map<number, PageReader[]>();
  await visitKindViews(snapshot, { found: true }, (page, number, views) => {
    const kind = wanted.has(page) ? kinds.get(number) : undefined;
    if (kind?.class !== 'ai') return;
    const { agent, operator, purpose } = kind;
    const ofPage = found.get(page) ?? [];
    found.set(page, ofPage);
    ofPage.push({ agent, operator, purpose: purpose ?? 'other', views });
  });
  return found;
}

function describeFile({ pages, ...file }: TouchedFile, readers: ReadonlyMap<string, PageReaders>): ImpactFile {
  const ofFile = (pages ?? []).flatMap((path) => readers.get(path) ?? []);
  return {
    ...file,
    pages: pages ?? [],
    totals: totalsOf(readers, pages ?? []),
    agents: mergeAgents(ofFile.flatMap(({ agents }) => agents)).slice(0, mostAgentsOfFile),
    referrers: mergeReferrers(ofFile.flatMap(({ referrers }) => referrers)).slice(0, mostReferrers),
  };
}

function totalsOf(readers: ReadonlyMap<string, PageReaders>, paths: readonly string[]): JobImpact['totals'] {
  let [human, ai] = [0, 0];
  for (const path of paths) {
    human += readers.get(path)?.human ?? 0;
    ai += readers.get(path)?.ai ?? 0;
  }
  return { human, ai, total: human + ai };
}

/** Merges the rows of each agent. Corrections subtract views, so none may be left. */
function mergeAgents(readers: readonly PageReader[]): PageReader[] {
  const merged = new Map<string, PageReader>();
  for (const reader of readers) {
    const key = JSON.stringify([reader.agent, reader.operator, reader.purpose]);
    merged.set(key, { ...reader, views: (merged.get(key)?.views ?? 0) + reader.views });
  }
  return [...merged.values()]
    .filter(({ views }) => views > 0)
    .sort((left, right) => compareReaders({ name: left.agent, ...left }, { name: right.agent, ...right }));
}

function mergeReferrers(referrers: readonly PageReferrer[]): PageReferrer[] {
  const merged = new Map<string, PageReferrer>();
  for (const one of referrers) {
    const { human = 0, ai = 0, total = 0 } = merged.get(one.referrer) ?? {};
    const sums = { human: human + one.human, ai: ai + one.ai, total: total + one.total };
    merged.set(one.referrer, { ...one, ...sums });
  }
  return [...merged.values()].sort(
    (left, right) => right.total - left.total || compareBytes(left.referrer, right.referrer),
  );
}

/** Removed pages come first. */
const order = { removed: 0, moved: 1, changed: 2, added: 3 } satisfies Record<FileChange, number>;

function compareChanges(left: TouchedFile, right: TouchedFile): number {
  return order[left.change] - order[right.change] || compareBytes(left.file, right.file);
}

function compareStakes(left: ImpactFile, right: ImpactFile): number {
  return (
    order[left.change] - order[right.change] ||
    right.totals.total - left.totals.total ||
    (right.linkedFrom ?? 0) - (left.linkedFrom ?? 0) ||
    compareBytes(left.file, right.file)
  );
}
