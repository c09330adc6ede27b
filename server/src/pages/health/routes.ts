import type { FastifyInstance } from 'fastify';
import { requireWholeServer } from '../../http/routes/get-server-health.ts';
import { requireViewer, requireViewerScope } from '../../http/session/viewer.ts';
import type { HttpServices } from '../../http/services.ts';
import { readProxyHeaders } from '../../http/proxy-headers.ts';
import { sendPage } from '../view/page-replies.ts';
import { shellOf } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import { healthMain } from './page.ts';

/** Adds the page of the server's health, with what `GET /v1/health` returns. */
export function addHealthPage(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.get('/health', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    requireViewerScope(viewer, 'admin');
    requireWholeServer(viewer);
    const health = await services.health(readProxyHeaders(request));
    return sendPage(reply, site, {
      title: 'Health',
      viewer: shellOf(viewer),
      section: 'health',
      main: healthMain(health, services.now()),
    });
  });
}
