import type { FastifyInstance } from 'fastify';
import { acceptsHtml } from '../replies/accept-html.ts';
import type { HttpServices } from '../services.ts';

const what =
  'Copydesk edits documentation that is kept in git: a prompt becomes a pull request. And it counts who reads the docs, ' +
  'people and AI apart.';

/** `GET /`: describes the server and where to go next, for people and for programs. */
export function addFront(
  app: FastifyInstance,
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl' | 'browser'>,
): void {
  const { baseUrl, browser } = services;
  app.get('/', async (request, reply) => {
    reply.header('vary', 'Accept');
    if (browser !== undefined && acceptsHtml(request)) return await browser.front(services, request, reply, what);
    return { name: 'Copydesk', description: what, openapi: `${baseUrl}/openapi.json`, ready: `${baseUrl}/readyz` };
  });
}
