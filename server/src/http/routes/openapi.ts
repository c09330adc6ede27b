import type { FastifyInstance } from 'fastify';
import { entityTag, namesTag } from '../conditional.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { HttpServices } from '../services.ts';

/** `GET /openapi.json`: the API as an OpenAPI 3.1 document, made once. Pages of other sites may read it. */
export function addOpenApi(app: FastifyInstance, services: Pick<HttpServices, 'baseUrl' | 'version'>): void {
  const body = JSON.stringify(openApiDocument(services));
  const tag = entityTag(body);
  app.get('/openapi.json', async (request, reply) => {
    reply.header('etag', tag).header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.type('application/json').send(body);
  });
}
