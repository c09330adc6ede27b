import type { Report } from '@copydesk/contract';
import { inTransaction } from '../../postgres/database.ts';
import { readProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import { keepReport } from '../../reports/kept-reports.ts';
import type { KeptReport } from '../../reports/kept-reports.ts';
import { reportedDays } from '../../reports/periods.ts';
import { reportMail } from '../../reports/report-mail.ts';
import {
  claimSending,
  endFailed,
  endLateSendings,
  endSent,
  periodsToSend,
  planSendings,
} from '../../reports/sendings.ts';
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
 * Sends the reports of the week and month that have ended, to whom each project has chosen: an event to its webhooks, once, and
 * a mail to each of its recipients. What fails is tried again with growing pauses, for three days.
 *
 * @param stopping ends the run after the sending in progress.
 */
export async function sendReports(services: SendReportsServices, stopping: AbortSignal): Promise<void> {
  const { db, reports } = services;
  const periods = periodsToSend(services.now());
  await endLateSendings(db, periods, services.now());
  if (reports === undefined) return;
  let channels: ReportChannel[] = reports.mailer === undefined ? ['webhook'] : ['webhook', 'email'];
  await planSendings(db, { periods, channels, now: services.now() });
  for (let count = 0; count < mostAtOnce && !stopping.aborted; count += 1) {
    const sending = await claimSending(db, { periods, channels, now: services.now() });
    if (sending === undefined) return;
    const ended = await sendOne(services, { ...reports, stopping }, sending);
    // Every other mail would wait for the same server; the next run asks it again.
    if (ended === 'mail unavailable') channels = ['webhook'];
  }
}

interface Sending extends ReportSending {
  stopping: AbortSignal;
}

type Ended = 'done' | 'mail unavailable';

/** Rejects only when the outcome cannot be stored: then another attempt follows when the lease has expired. */
async function sendOne(services: SendReportsServices, way: Sending, sending: ClaimedSending): Promise<Ended> {
  try {
    const project = await readProject(services.db, sending.projectId);
    if (project === undefined) return 'done';
    if (sending.channel === 'email') return await mail(services, way, { project, sending });
    await announce(services, way, { project, sending });
  } catch (error) {
    await postpone(services, sending, 'The report could not be made.', { err: error });
  }
  return 'done';
}

interface For {
  project: Project;
  sending: ClaimedSending;
}

async function mail(services: SendReportsServices, way: Sending, { project, sending }: For): Promise<Ended> {
  const { mailer, baseUrl, stopping } = way;
  if (mailer === undefined) return 'done';
  const { report } = await keptReport(services, way, project, sending);
  const outcome = await mailer.send(reportMail(project, report, { recipient: sending.recipient, baseUrl }), stopping);
  if (outcome.kind === 'sent') {
    await endSent(services.db, sending, services.now());
    return 'done';
  }
  const { kind, reason } = outcome;
  await postpone(services, sending, reason, {}, kind === 'refused');
  return kind === 'unavailable' ? 'mail unavailable' : 'done';
}

/** Stores a failure, with the pause before the next attempt; there is none after one that is final. */
async function postpone(
  { db, now, log, patience }: SendReportsServices,
  sending: ClaimedSending,
  reason: string,
  details: object,
  isFinal = false,
): Promise<void> {
  const { projectId: project, period, startsOn, channel, attempt } = sending;
  log.warn({ project, period, startsOn, channel, attempt, reason, ...details }, 'a report could not be sent');
  const pauseSeconds = isFinal ? undefined : pauseAfter(attempt, undefined, patience.random());
  await endFailed(db, sending, { reason, pauseSeconds, now: now() });
}

async function announce(services: SendReportsServices, way: Sending, { project, sending }: For): Promise<void> {
  const { db, now } = services;
  const { report } = await keptReport(services, way, project, sending);
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
