import { dayOf } from '../analytics/store/calendar.ts';
import type { Database } from '../postgres/database.ts';
import { finishedPeriods } from './finished-periods.ts';
import { keepReport, readKeptReports } from './kept-reports.ts';
import type { KeptReport } from './kept-reports.ts';
import type { ReportedProject } from './reported-project.ts';
import type { WorkServices } from './work.ts';

/** A year has about 64 of them: the first reader of a feed does not wait for all, the next ones get older ones too. */
const mostMadeAtOnce = 8;

/**
 * Returns the kept reports of the weeks and months of the last twelve months in which something was read or requested,
 * newest first. Those that are missing are made and kept, at most eight at once, newest first.
 */
export async function readFeedReports(
  db: Database,
  project: ReportedProject,
  work: WorkServices,
): Promise<KeptReport[]> {
  const periods = finishedPeriods(project.site.now);
  const range = { from: dayOf(Math.min(...periods.map(({ from }) => from))), to: dayOf(project.site.now.getTime()) };
  const kept = await Promise.all(
    (['week', 'month'] as const).map((period) => readKeptReports(db, project.id, { period, ...range })),
  );
  const byKey = new Map(kept.flat().map((one) => [`${one.report.period} ${one.report.from}`, one]));
  const found: KeptReport[] = [];
  let made = 0;
  for (const days of periods) {
    const before = byKey.get(`${days.period} ${new Date(days.from).toISOString()}`);
    if (before === undefined && (made += 1) > mostMadeAtOnce) continue;
    found.push(before ?? (await keepReport(db, project, days, work)));
  }
  return found.filter(({ report: { human, ai, notFound } }) => {
    return human.views + ai.views + notFound.human.after + notFound.ai.after > 0;
  });
}
