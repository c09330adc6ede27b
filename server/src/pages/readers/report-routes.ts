import { ReportPeriod, readDateTime } from '@copydesk/contract';
import type { ReportQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { field } from '../../http/session/form.ts';
import type { HttpServices } from '../../http/services.ts';
import { reportedDays } from '../../reports/periods.ts';
import { readReport } from '../../reports/read-report.ts';
import { admit } from '../pull-requests/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { audienceOf } from './audience-of.ts';
import type { PageRate } from './page-rate.ts';
import { reportMain, reportTitle } from './view/report-view.ts';

type Of = { Params: { projectId: string } };

/** Adds the report of a week or a month, for the project's people. */
export function addReportPage(app: FastifyInstance, services: HttpServices, site: Site, rate: PageRate): void {
  app.get<Of>('/projects/:projectId/readers/report', async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'analytics:read');
    rate.take(viewer.id, (headers) => void reply.headers(headers));
    const audience = audienceOf(services, site, viewer, project);
    const { db, baseUrl, jobLimits } = services;
    const days = reportedDays(readReportQuery(request.query, audience.now), audience.now);
    // Jobs are shown only to viewers who may read them.
    const work = audience.jobs === undefined ? undefined : { prices: jobLimits.prices, baseUrl };
    const report = await readReport(db, { id: project.id, site: audience.site }, days, work);
    return sendPage(reply, site, {
      title: reportTitle(report),
      main: reportMain({ audience, report }),
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'readers' },
    });
  });
}

/**
 * Reads the query. As on the other readers' pages, invalid values count as absent: an invalid date, and one in the
 * future.
 */
function readReportQuery(query: unknown, now: Date): ReportQuery {
  const { data: period = 'week' } = ReportPeriod.safeParse(field(query, 'period'));
  const date = readDateTime(field(query, 'date') ?? '');
  return { period, date: date !== undefined && date <= now ? date : undefined };
}
