import type { FastifyInstance } from 'fastify';
import { readHealth } from '../../analytics/read/health.ts';
import { readLatest } from '../../analytics/read/page/latest.ts';
import { readAtOneMoment } from '../../analytics/read/snapshot.ts';
import { mayEdit } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Project } from '../../projects/project.ts';
import { admit } from '../pull-requests/admit.ts';
import { openPageRate } from '../readers/page-rate.ts';
import { sendPage, sendPart } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { arrivalsPart } from './arrivals.ts';
import { countingMain } from './view.ts';

const latestShown = 8;

/**
 * Adds the page that explains how to count a project's views. `?part=arrivals` returns the part that its script
 * reloads.
 */
export function addCountingPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  const rate = openPageRate(services, 'readers');
  app.get<{ Params: { projectId: string } }>('/projects/:projectId/counting', async (request, reply) => {
    const { viewer, project } = await admit(services, request, 'analytics:read');
    rate.take(viewer.id, (headers) => void reply.headers(headers));
    const arrivals = arrivalsPart(await readArrivals(services, project));
    if (field(request.query, 'part') === 'arrivals') return sendPart(reply, arrivals);
    return sendPage(reply, site, {
      title: 'Set up counting',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'counting' },
      main: countingMain({ site, baseUrl: services.baseUrl, project, mayEdit: mayEdit(viewer), arrivals }),
    });
  });
}

async function readArrivals({ db, now, views }: HttpServices, project: Project) {
  const at = now();
  const site = { projectId: project.number, now: at, retentionMonths: views.retentionMonths };
  const yesterday = new Date(at.getTime() - 86_400_000);
  return await readAtOneMoment(db, site, async (moment) => {
    const { result: latest } = await readLatest(db, moment, { limit: latestShown, offset: 0 });
    const { result: health } = await readHealth(db, moment, { dateFrom: yesterday, limit: 1, offset: 0 });
    return { latest: latest.views, health: health.totals, now: at };
  });
}
