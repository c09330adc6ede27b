import { JobPagesQuery } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptsHtml } from '../../../http/replies/accept-html.ts';
import { checkFields } from '../../../http/checks/fields.ts';
import type { HttpServices } from '../../../http/services.ts';
import { field } from '../../../http/session/form.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { sendPage } from '../../view/page-replies.ts';
import type { Site } from '../../view/site.ts';
import { admitToJob } from '../new/admit.ts';
import type { JobParams } from '../new/admit.ts';
import { jobsAddress, jobsFrame } from '../places.ts';
import { readerPageMain, readerPagesMain } from './reader-pages.ts';

/** Adds the page of what a job's readers get: people, and AI. Clients get the API's JSON. */
export function addReaderPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get('/projects/:projectId/jobs/:jobId/pages', async (request: FastifyRequest<{ Params: JobParams }>, reply) => {
    const { viewer, project, job } = await admitToJob(services, request, 'agent:read');
    const given = field(request.query, 'path');
    const { query } = checkFields(z.object({ query: JobPagesQuery }), { query: { path: given } });
    const found = await services.readJobPages(project, job.id, query);
    if (!acceptsHtml(request)) return reply.header('vary', 'Accept').send(found);
    const jobAddress = `${jobsAddress(site, project)}/${job.id}`;
    const address = `${jobAddress}/pages`;
    const manual = site.href('/docs/ai-readers#the-rules');
    const frame = jobsFrame(viewer, project);
    if (query.path === undefined) {
      const main = readerPagesMain({ found, address, jobAddress, manual });
      return sendPage(reply, site, { title: 'As its readers get it', ...frame, main });
    }
    const [page] = found.pages;
    if (page === undefined) throw jobNotFound();
    const isBefore = field(request.query, 'state') === 'before' || page.after === null;
    const main = readerPageMain({ page, warnings: found.warnings, isBefore, address, manual });
    return sendPage(reply, site, { title: page.path, ...frame, main });
  });
}
