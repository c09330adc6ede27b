import type { FastifyInstance } from 'fastify';
import { entityTag, namesTag } from '../conditional.ts';
import type { HttpServices } from '../services.ts';

type Described = Pick<HttpServices, 'baseUrl' | 'version'>;

/**
 * `GET /openapi.json`: the API as an OpenAPI 3.1 document. Pages of other sites may read it. It is made when it is first asked
 * for: that takes some hundred milliseconds, a good part of a start, and most processes are never asked.
 */
export function addOpenApi(app: FastifyInstance, services: Described): void {
  let made: Promise<{ body: string; tag: string }> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    const { body, tag } = await (made ??= makeDocument(services));
    reply.header('etag', tag).header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.type('application/json').send(body);
  });
}

async function makeDocument(services: Described): Promise<{ body: string; tag: string }> {
  const { openApiDocument } = await import('../openapi/document.ts');
  const body = JSON.stringify(openApiDocument(services));
  return { body, tag: entityTag(body) };
}
