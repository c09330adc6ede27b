import type { FastifyInstance } from 'fastify';
import { mayEdit } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Project } from '../../projects/project.ts';
import { admit } from '../pull-requests/admit.ts';
import { html } from '../view/html.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { answerPart } from './answers.ts';
import type { Beside } from './answers.ts';
import type { TablePart } from './audience.ts';
import { audienceOf } from './audience-of.ts';
import { addFeedbackPages } from './feedback-routes.ts';
import { openPageRate } from './page-rate.ts';
import { readQuery } from './query.ts';
import { addRepairRoute } from './repair-routes.ts';
import { addReportPage } from './report-routes.ts';

/** The parts that a share link shows. */
export const parts: readonly TablePart[] = ['', '/page', '/agents', '/not-found', '/referrers', '/left-out'];

/**
 * Viewers who may write rules also see unknown user agents to write them for. Finding those reads all single views of a
 * month.
 */
const ownParts: readonly TablePart[] = [...parts, '/unknown'];

/** Adds the pages of who reads the docs, for the project's people. */
export function addReadersPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  const rate = openPageRate(services, 'readers');
  addRepairRoute(app, services, site);
  addFeedbackPages(app, services, site, rate);
  addReportPage(app, services, site, rate);
  for (const part of ownParts) {
    app.get<{ Params: { projectId: string } }>(`/projects/:projectId/readers${part}`, async (request, reply) => {
      const { viewer, project } = await admit(services, request, 'analytics:read');
      rate.take(viewer.id, (headers) => void reply.headers(headers));
      const audience = audienceOf(services, site, viewer, project);
      const shown = {
        audience,
        query: readQuery(request.query),
        beside: async () => linksBeside(site, viewer, project),
      };
      return sendPage(reply, site, {
        ...(await answerPart(services.db, part, shown)),
        viewer: shellOf(viewer),
        section: 'projects',
        project: { id: project.id, name: project.name, tab: 'readers' },
      });
    });
  }
}

function linksBeside(site: Site, viewer: Viewer, project: Project): Beside {
  const shares = site.href(`/projects/${project.id}/readers/shares`);
  return {
    actions: mayEdit(viewer) && html`<a class="button quiet" href="${shares}">Share</a>`,
    empty: html`<div class="empty">
      <h2>No views here</h2>
      <p>Nothing was counted in this range with these filters.</p>
      <p><a class="button" href="${site.href(`/projects/${project.id}/counting`)}">Set up counting</a></p>
    </div>`,
  };
}
