import type { Report } from '@copydesk/contract';
import { inTransaction } from '../../postgres/database.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import { keepReport } from '../../reports/kept-reports.ts';
import type { KeptReport } from '../../reports/kept-reports.ts';
import { reportedDays } from '../../reports/periods.ts';
import { claimSending, endFailed, endLateSendings, endSent, periodsToSend, planSendings } from '../../reports/sendings.ts';
import type { ClaimedSending, ReportChannel } from '../../reports/sendings.ts';
import { announceReport } from '../../webhooks/announce-report.ts';
import type { ReadyReport } from '../../webhooks/announce-report.ts';
import { pauseAfter } from '../../webhooks/schedule.ts';
import type { ReportSending, WorkerServices } from '../services.ts';

/** The part of a worker's services that sending reports needs. */
export type SendReportsServices = Pick<
  WorkerServices,
  'db' | 'now' | 'log' | 'budgets' | 'patience' | 'viewsRetentionMonths' | 'reports'
>;

/** One run sends so many; the rest follows in the next one. */
const mostAtOnce = 500;

/**
 * Sends the reports of the week and month that have ended, to whom each project has chosen: an event to its webhooks, once. What
 * fails is tried again with growing pauses, for three days.
 */
export async function sendReports(services: SendReportsServices): Promise<void> {
  const { db } = services;
  const periods = periodsToSend(services.now());
  await endLateSendings(db, periods, services.now());
  if (services.reports === undefined) return;
  const channels: ReportChannel[] = ['webhook'];
  await planSendings(db, { periods, channels, now: services.now() });
  for (let count = 0; count < mostAtOnce; count += 1) {
    const sending = await claimSending(db, { periods, channels, now: services.now() });
    if (sending === undefined) return;
    await sendOne(services, services.reports, sending);
  }
}

/** Never rejects, unless the outcome cannot be stored: then another attempt follows when the lease has expired. */
async function sendOne(services: SendReportsServices, reports: ReportSending, sending: ClaimedSending): Promise<void> {
  const { db, now, log } = services;
  try {
    await announce(services, reports, sending);
  } catch (error) {
    const { projectId: project, period, startsOn, attempt } = sending;
    log.warn({ project, period, startsOn, err: error }, 'a report could not be sent');
    const pauseSeconds = pauseAfter(attempt, undefined, services.patience.random());
    await endFailed(db, sending, { reason: 'The report could not be made.', pauseSeconds, now: now() });
  }
}

async function announce(services: SendReportsServices, reports: ReportSending, sending: ClaimedSending): Promise<void> {
  const { db, now } = services;
  const project = await readProject(db, sending.projectId);
  if (project === undefined) return;
  const { report } = await keptReport(services, reports, project, sending);
  await inTransaction(db, async (transaction) => {
    if (await endSent(transaction, sending, now())) await announceReport(transaction, headline(project, report), now());
  });
}

/** The sending names a week or month that is over, so its first day is enough to find it again. */
async function keptReport(
  { db, now, budgets: { prices }, viewsRetentionMonths: retentionMonths }: SendReportsServices,
  { baseUrl }: ReportSending,
  project: Project,
  { period, startsOn }: ClaimedSending,
): Promise<KeptReport> {
  const days = reportedDays({ period, date: new Date(startsOn) }, now());
  const site = { projectId: project.number, now: now(), retentionMonths };
  return await keepReport(db, { id: project.id, site }, days, { prices, baseUrl });
}

function headline({ id }: Project, { period, from, to, human, ai, notFound, work }: Report): ReadyReport {
  return {
    projectId: id,
    period,
    from,
    to,
    human: { before: human.before, after: human.views },
    ai: { before: ai.before, after: ai.views },
    notFound: {
      before: notFound.human.before + notFound.ai.before,
      after: notFound.human.after + notFound.ai.after,
    },
    merged: work?.mergedInAll ?? 0,
    costUsd: work?.costUsd ?? null,
  };
}
