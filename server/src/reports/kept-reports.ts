import { Report } from '@copydesk/contract';
import { sql } from 'kysely';
import { dayOf } from '../analytics/store/calendar.ts';
import type { Database } from '../postgres/database.ts';
import type { ReportedDays } from './periods.ts';
import { readReport } from './read-report.ts';
import type { ReportedProject } from './reported-project.ts';
import type { WorkServices } from './work.ts';

/** The report of a week or month that is over, as it was when it was first made. */
export interface KeptReport {
  report: Report;
  madeAt: Date;
}

/**
 * Returns the kept report of a week or month that is over. The first call makes it. When two make it at the same time,
 * both return the one that was stored first, so that everybody gets the same numbers.
 */
export async function keepReport(
  db: Database,
  project: ReportedProject,
  days: ReportedDays,
  work: WorkServices,
): Promise<KeptReport> {
  const startsOn = dayOf(days.from);
  const [kept] = await readKeptReports(db, project.id, { period: days.period, from: startsOn, to: startsOn });
  if (kept !== undefined) return kept;
  const report = await readReport(db, project, days, work);
  await db
    .insertInto('report')
    .values({
      project_id: project.id,
      period: days.period,
      starts_on: startsOn,
      content: JSON.stringify(report),
      made_at: project.site.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [stored] = await readKeptReports(db, project.id, { period: days.period, from: startsOn, to: startsOn });
  return stored ?? { report, madeAt: project.site.now };
}

/**
 * Returns the kept reports of a project, newest first.
 * @param range the first days of weeks or months, `2026-11-16`, both inclusive.
 */
export async function readKeptReports(
  db: Database,
  projectId: string,
  { period, from, to }: { period: 'week' | 'month'; from: string; to: string },
): Promise<KeptReport[]> {
  const { rows } = await sql<{ content: unknown; madeAt: Date }>`
    select content, made_at as "madeAt" from report
    where project_id = ${projectId} and period = ${period}
      and starts_on between ${from}::date and ${to}::date
    order by starts_on desc
  `.execute(db);
  return rows.map(({ content, madeAt }) => ({ report: Report.parse(content), madeAt }));
}
