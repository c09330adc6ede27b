import type { FastifyInstance } from 'fastify';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import type { HttpServices } from '../../http/services.ts';
import { field } from '../../http/session/form.ts';
import { requireViewer } from '../../http/session/viewer.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { find } from './gather.ts';
import { findMain } from './page.ts';

/** How many results of each kind are shown: on the page, and below the field while somebody types. */
const onPage = 25;
const whileTyping = 5;

/** Adds `/find?q=…`: a page, and JSON for the script that searches while somebody types. */
export function addFindPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get('/find', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    const text = field(request.query, 'q') ?? '';
    if (!acceptsHtml(request)) {
      const found = await find(services, site, viewer, { text, limit: whileTyping });
      return await reply.header('vary', 'Accept').send(found);
    }
    const found = await find(services, site, viewer, { text, limit: onPage });
    return sendPage(reply, site, { title: 'Find', viewer: shellOf(viewer), main: findMain(site, text, found) });
  });
}
