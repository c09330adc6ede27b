import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { dayMilliseconds } from '../store/calendar.ts';
import { visit } from '../store/fold/packed.ts';
import { rollupTables } from '../store/tables.ts';
import { visitJournal } from './counts/journal.ts';
import { readPieces } from './counts/pieces.ts';
import { readKinds } from './counts/kinds.ts';
import { cover, floor } from './time/range.ts';
import { readAt, type ReadSite, type Snapshot } from './snapshot.ts';

/** How requests for a path were last answered: with a page, or with 404 or 410. */
export type Answer = 'page' | 'nothing';

const periodDays = 90;
/** Fewer views may come from somebody who probes addresses. */
const fewestViews = 3;
/** A page counts as gone only when no reader got it for this many days: a deployment may have failed. */
const daysGone = 7;
/** Of more paths than this, the least requested ones count as not requested. */
const mostPaths = 200_000;

/**
 * Returns how requests were answered for each path that was requested at least three times in the last 90 days, by the
 * last day of either answer; a path that recently got both answers is left out. Views of bots count only where the page
 * was missing: their views of pages are in no total either.
 */
export async function readAnswers(db: Database, site: ReadSite): Promise<Map<string, Answer>> {
  const today = floor(site.now.getTime(), dayMilliseconds);
  const dateFrom = new Date(today - periodDays * dayMilliseconds);
  const { result } = await readAt(db, site, { dateFrom }, async (snapshot) => {
    const { found, missing } = await countByDay(snapshot);
    return await nameAnswers(snapshot, answersOf(found, missing));
  });
  return result;
}

async function countByDay(snapshot: Snapshot): Promise<{ found: Counts; missing: Counts }> {
  const [found, missing] = [openCounts(snapshot), openCounts(snapshot)];
  const covered = cover(snapshot.span, 'day', { months: false });
  const { pieces, journal } = await readPieces(snapshot, covered, { column: 'pages' });
  for (const { day, table } of pieces) {
    visit(rollupTables.pages, table, ([page = 0, human = 0, ai = 0]) => found.add(page, day, human + ai));
  }
  for (const { day, table } of (await readPieces(snapshot, covered, { column: 'missing' })).pieces) {
    visit(rollupTables.missing, table, ([, page = 0, views = 0]) => missing.add(page, day, views));
  }
  const classOf = (await readKinds(snapshot)).classes({});
  const hours = covered.packed;
  visitJournal(journal, { hours, found: true }, ({ page, hour, kind, views }) => {
    if (classOf[kind] !== 'bot') found.add(page, Math.floor(hour / 24), views);
  });
  visitJournal(journal, { hours, found: false }, ({ page, hour, views }) => {
    missing.add(page, Math.floor(hour / 24), views);
  });
  return { found, missing };
}

/** Opens counts of views by page number, with the last day on which each page had some. */
function openCounts({ pages }: Snapshot) {
  const views = new Float64Array(pages + 1);
  const lastDay = new Float64Array(pages + 1).fill(Number.NEGATIVE_INFINITY);
  return {
    views,
    lastDay,
    add(page: number, day: number, count: number): void {
      views[page] = (views[page] ?? 0) + count;
      if (count > 0) lastDay[page] = Math.max(lastDay[page] ?? 0, day);
    },
  };
}

type Counts = ReturnType<typeof openCounts>;

function answersOf(found: Counts, missing: Counts): Map<number, Answer> {
  const answers: { page: number; views: number; answer: Answer }[] = [];
  for (const page of found.views.keys()) {
    const [pages = 0, nothing = 0] = [found.views[page], missing.views[page]];
    const [lastPage = 0, lastNothing = 0] = [found.lastDay[page], missing.lastDay[page]];
    if (pages >= fewestViews && lastPage > lastNothing) answers.push({ page, views: pages, answer: 'page' });
    if (nothing >= fewestViews && lastNothing >= lastPage + daysGone) {
      answers.push({ page, views: nothing, answer: 'nothing' });
    }
  }
  if (answers.length > mostPaths) answers.sort((a, b) => b.views - a.views);
  return new Map(answers.slice(0, mostPaths).map(({ page, answer }) => [page, answer]));
}

async function nameAnswers(
  { transaction, projectId }: Snapshot,
  answers: ReadonlyMap<number, Answer>,
): Promise<Map<string, Answer>> {
  const { rows } = await sql<{ number: number; path: string }>`
    select number, path from view_page
    where project_id = ${projectId} and number = any(${[...answers.keys()]}::int[])
  `.execute(transaction);
  const named = new Map<string, Answer>();
  for (const { number, path } of rows) {
    const answer = answers.get(number);
    if (answer !== undefined) named.set(path, answer);
  }
  return named;
}
