import type { ChangeEffect, JobStatus, MergedChange, ReportWork } from '@copydesk/contract';
import { sql } from 'kysely';
import { readEffect } from '../analytics/effect/effect.ts';
import type { Span } from '../analytics/read/time/range.ts';
import { dayMilliseconds } from '../analytics/store/calendar.ts';
import { effectDays } from '../jobs/hosts/effect-comments.ts';
import { jobPage } from '../jobs/present.ts';
import { readSpentIn } from '../jobs/usage/spent-in.ts';
import { readTouchedFiles } from '../jobs/deliver/touched-files.ts';
import type { Prices } from '../jobs/usage/usage.ts';
import type { Database } from '../postgres/database.ts';
import { readMerged } from './merged.ts';
import type { Merged } from './merged.ts';
import type { ReportedProject } from './reported-project.ts';

const [mostMerged, mostEffects] = [50, 10] as const;

/** What is needed to report on jobs. */
export interface WorkServices {
  /** The prices of models. */
  prices: Prices;
  /** The address at which people reach the server. */
  baseUrl: string;
}

/** Reads what a project's jobs have done in some days. */
export async function readWork(
  db: Database,
  project: ReportedProject,
  days: Span,
  { prices, baseUrl }: WorkServices,
): Promise<ReportWork> {
  const presentOf = changePresenter(project.id, baseUrl);
  const merged = await readMerged(db, project.id, days);
  const measured = await readMerged(db, project.id, mergedSoThatEffectEnds(days));
  const effects: ChangeEffect[] = [];
  for (const one of measured.slice(0, mostEffects)) {
    effects.push({ ...presentOf(one), ...(await effectOf(db, project, one)) });
  }
  return {
    jobs: await countJobs(db, project.id, days),
    merged: merged.slice(0, mostMerged).map(presentOf),
    mergedInAll: merged.length,
    effects,
    effectsInAll: measured.length,
    costUsd: await readSpentIn(db, changedSince(project.id, days), {
      from: new Date(days.from),
      to: new Date(days.to),
      prices,
    }),
  };
}

/** Returns the days in which a merge must be for its comparison to end within the given days. */
function mergedSoThatEffectEnds({ from, to }: Span): Span {
  const earlier = (effectDays + 1) * dayMilliseconds;
  return { from: from - earlier, to: to - earlier };
}

type EffectFigures = Pick<ChangeEffect, 'days' | 'pages' | 'human' | 'ai' | 'notFound'>;

async function effectOf(
  db: Database,
  { site }: ReportedProject,
  { job, branch, mergedAt }: Merged,
): Promise<EffectFigures> {
  const touched = await readTouchedFiles(db, job, branch);
  const { days, pagesInAll, together } = await readEffect(db, site, { touched, mergedAt, days: effectDays });
  const { human, ai, notFound } = together;
  return { days, pages: pagesInAll, human, ai, notFound };
}

function changePresenter(projectId: string, baseUrl: string): (merged: Merged) => MergedChange {
  return ({ job, title, prLink, mergedAt }) => ({
    job,
    page: jobPage(baseUrl, { projectId, id: job }),
    title,
    prLink,
    mergedAt: mergedAt.toISOString(),
  });
}

async function countJobs(db: Database, projectId: string, { from, to }: Span): Promise<ReportWork['jobs']> {
  const { rows } = await sql<{ status: JobStatus; jobs: number }>`
    select status, count(*)::integer as jobs from job
    where project_id = ${projectId} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    group by status
  `.execute(db);
  const counts = { created: 0, completed: 0, failed: 0, active: 0, archived: 0 };
  for (const { status, jobs } of rows) {
    counts[status] = jobs;
    counts.created += jobs;
  }
  return counts;
}

/** A job that was not updated since the days began has no step in them. */
function changedSince(projectId: string, { from }: Span) {
  return sql`array(select id from job where project_id = ${projectId} and updated_at >= ${new Date(from)})`;
}
