import { ReadabilityQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkFields } from '../../http/checks/fields.ts';
import type { HttpServices } from '../../http/services.ts';
import { field } from '../../http/session/form.ts';
import { admitToProject } from '../projects/admit.ts';
import type { ProjectRoute } from '../projects/admit.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { readabilityMain } from './view.ts';

/** Adds the page of how well AI readers can read a project's docs. */
export function addReadabilityPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get<ProjectRoute>('/projects/:projectId/readability', async (request, reply) => {
    const { viewer, project } = await admitToProject(services, request);
    const given = { query: { rule: field(request.query, 'rule') } };
    const { query } = checkFields(z.object({ query: ReadabilityQuery }), given);
    const found = await services.readReadability(project, query);
    return sendPage(reply, site, {
      title: 'For AI readers',
      viewer: shellOf(viewer),
      section: 'projects',
      project: { id: project.id, name: project.name, tab: 'overview' },
      main: readabilityMain({
        found,
        rule: query.rule,
        address: site.href(`/projects/${project.id}/readability`),
        manual: site.href('/docs/ai-readers'),
      }),
    });
  });
}
