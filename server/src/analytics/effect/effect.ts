import type { EffectCounts, EffectPage, JobEffect, Lift, Purpose, TouchedFile } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { compareBytes } from '../read/compare-bytes.ts';
import { readAtOneMoment } from '../read/snapshot.ts';
import type { ReadSite } from '../read/snapshot.ts';
import { countRange, makeForPurposes, purposesOfPages } from './count-range.ts';
import type { RangeCounts } from './count-range.ts';
import { estimateLift, comparisonPagesOf } from './lift.ts';
import type { ComparisonPages, Pair } from './lift.ts';
import { rangesAround, rangeText } from './ranges.ts';
import { readReturns } from './returns.ts';

const [mostPages, mostFiles, pagesWithReturns] = [100, 100, 20];

/**
 * Returns how a merged change affected the views of its pages, each compared with pages of like traffic, from one
 * snapshot.
 */
export async function readEffect(
  db: Database,
  site: ReadSite,
  { touched, mergedAt, days }: { touched: readonly TouchedFile[]; mergedAt: Date; days: number },
): Promise<JobEffect> {
  const ranges = rangesAround(mergedAt.getTime(), days, site.now.getTime());
  const fileOf = new Map(
    touched.flatMap(({ file, change, pages }) =>
      change === 'changed' ? (pages ?? []).map((path) => [path, file]) : [],
    ),
  );
  const { before, after, pages, returns } = await readAtOneMoment(db, site, async (moment) => {
    const pageRows = await readPages(moment, [...fileOf.keys()]);
    const past = await countRange(db, moment, ranges.before, purposesOfPages);
    const present = await countRange(db, moment, ranges.after, purposesOfPages);
    const most = pageRows.toSorted((left, right) => viewsOf(right, past, present) - viewsOf(left, past, present));
    const asked = most.slice(0, pagesWithReturns).map(({ number }) => number);
    const came = [
      await readReturns(db, moment, ranges.before, asked),
      await readReturns(db, moment, ranges.after, asked),
    ];
    return { before: past, after: present, pages: most, returns: came };
  });
  const all = new Set(pages.map(({ number }) => number));
  const compare = comparePages(before, after, all);
  return {
    mergedAt: mergedAt.toISOString(),
    days: ranges.days,
    isComplete: ranges.days === days,
    before: rangeText(ranges.before),
    after: rangeText(ranges.after),
    together: compare([...all]),
    pages: pages.slice(0, mostPages).map(({ number, path }): EffectPage => {
      const came = countsOf(returns[0]?.get(number), returns[1]?.get(number));
      return Object.assign(compare([number]), { path, file: fileOf.get(path) ?? '', returns: came });
    }),
    pagesInAll: pages.length,
    filesNotCompared: notCompared(touched).slice(0, mostFiles),
    gaps: [...before.gaps, ...after.gaps],
  };
}

type PageCounts = RangeCounts<Record<Purpose, Float64Array>>;

interface Page {
  number: number;
  path: string;
}

async function readPages({ moment, projectId }: ReadSite, paths: readonly string[]): Promise<Page[]> {
  if (moment === undefined) return [];
  const { rows } = await sql<Page>`
    select number, path from view_page where project_id = ${projectId} and path = any(${paths}::text[])
  `.execute(moment.transaction);
  return rows.sort((left, right) => compareBytes(left.path, right.path));
}

function viewsOf({ number }: Page, before: PageCounts, after: PageCounts): number {
  return [before, after].reduce((sum, { human, ai }) => sum + (human[number] ?? 0) + (ai[number] ?? 0), 0);
}

type Measures = Pick<EffectPage, 'human' | 'ai' | 'purposes' | 'notFound'>;

/**
 * Returns a function that compares pages, by each measure, with those that the change did not touch; these are sorted
 * once for each measure.
 */
function comparePages(
  before: PageCounts,
  after: PageCounts,
  touched: ReadonlySet<number>,
): (pages: number[]) => Measures {
  const measure = (of: (counts: PageCounts) => ArrayLike<number>) => {
    const [past, present] = [of(before), of(after)];
    const pairOf = (page: number): Pair => ({ before: past[page] ?? 0, after: present[page] ?? 0 });
    const sorted = comparisonPagesOf(past, present, touched);
    return (pages: number[]): Lift => liftOf(pages.map(pairOf), sorted);
  };
  const [human, ai] = [measure((counts) => counts.human), measure((counts) => counts.ai)];
  const byPurpose = makeForPurposes((purpose) => measure((counts) => counts.purposes[purpose]));
  return (pages) => ({
    human: human(pages),
    ai: ai(pages),
    purposes: makeForPurposes((purpose) => byPurpose[purpose](pages)),
    notFound: { before: notFoundOf(before, pages), after: notFoundOf(after, pages) },
  });
}

function liftOf(pairs: readonly Pair[], others: ComparisonPages): Lift {
  const counts = { before: 0, after: 0 };
  for (const { before, after } of pairs) {
    counts.before += before;
    counts.after += after;
  }
  const estimate = estimateLift(pairs, others);
  if (estimate === undefined)
    return { ...counts, verdict: 'cannot_tell', lift: null, low: null, high: null, comparedWith: 0 };
  const { low, high } = estimate;
  return { ...counts, verdict: low > 0 ? 'more' : high < 0 ? 'less' : 'no_difference', ...estimate };
}

function countsOf(before: number | undefined, after: number | undefined): EffectCounts | null {
  return before === undefined || after === undefined ? null : { before, after };
}

function notFoundOf({ notFound: { human, ai } }: PageCounts, pages: readonly number[]): number {
  return sumOf(human, pages) + sumOf(ai, pages);
}

function sumOf(counts: ArrayLike<number>, pages: readonly number[]): number {
  return pages.reduce((sum, page) => sum + (counts[page] ?? 0), 0);
}

function notCompared(touched: readonly TouchedFile[]): JobEffect['filesNotCompared'] {
  return touched.flatMap(({ file, change, pages }): JobEffect['filesNotCompared'] => {
    if (change !== 'changed') return [{ file, why: change }];
    return (pages ?? []).length === 0 ? [{ file, why: 'no_page' }] : [];
  });
}
