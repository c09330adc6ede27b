import { FeedbackListQuery, FeedbackPagesQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFeedbackPages } from '../../feedback/pages.ts';
import { listFeedback, presentFeedback, readFeedback } from '../../feedback/read.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import { addApiRoute } from '../api-route.ts';
import { admit, parameter } from '../checks/admit.ts';
import { checkFields } from '../checks/fields.ts';
import { countReading } from '../replies/quota-headers.ts';
import type { RouteServices } from '../routes/route-services.ts';

const ToList = z.object({ query: FeedbackListQuery });

/** `GET /v1/analytics/{projectId}/feedback` */
export function addListFeedback(app: FastifyInstance, services: RouteServices): void {
  const { db, baseUrl } = services;
  addApiRoute(app, {
    endpoint: 'listFeedback',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request, reply) {
      const { query } = checkFields(ToList, { query: request.query });
      await countReading(services, project.organisationId, reply);
      const { feedback, ...page } = await listFeedback(db, project.id, query);
      const shown = feedback.map((one) => presentFeedback(baseUrl, project.id, one));
      return { status: 200, value: { feedback: shown, ...page } };
    },
  });
}

const ToCount = z.object({ query: FeedbackPagesQuery });

/** `GET /v1/analytics/{projectId}/feedback-pages` */
export function addGetFeedbackPages(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getFeedbackPages',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request, reply) {
      const { query } = checkFields(ToCount, { query: request.query });
      await countReading(services, project.organisationId, reply);
      return { status: 200, value: await readFeedbackPages(services.db, project.id, query) };
    },
  });
}

/** `GET /v1/analytics/{projectId}/feedback/{feedbackId}` */
export function addGetFeedback(app: FastifyInstance, services: RouteServices): void {
  const { db, baseUrl } = services;
  addApiRoute(app, {
    endpoint: 'getFeedback',
    admit: async (endpoint, request, reply) => {
      const { project } = await admit(services, endpoint, request, reply);
      const feedback = await readFeedback(db, project.id, parameter(request, 'feedbackId'));
      if (feedback === undefined) throw jobNotFound();
      return { project, feedback };
    },
    async answer({ project, feedback }, _request, reply) {
      await countReading(services, project.organisationId, reply);
      return { status: 200, value: presentFeedback(baseUrl, project.id, feedback) };
    },
  });
}
