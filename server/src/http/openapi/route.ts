import type { FastifyInstance } from 'fastify';
import { entityTag, namesTag } from '../replies/conditional.ts';
import type { HttpServices } from '../services.ts';

/**
 * Returns a function that builds the API's OpenAPI 3.1 document on its first call. Building takes a hundred
 * milliseconds, a good part of a start, and most processes never need it.
 */
export function openApiBuilder(services: Pick<HttpServices, 'baseUrl' | 'version'>): () => Promise<object> {
  let made: Promise<object> | undefined;
  return async () => await (made ??= import('./document.ts').then(({ openApiDocument }) => openApiDocument(services)));
}

/** `GET /openapi.json`: the document of {@link openApiBuilder}. Pages of other sites may read it. */
export function addOpenApi(app: FastifyInstance, openApi: () => Promise<object>): void {
  let written: Promise<{ body: string; tag: string }> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    const { body, tag } = await (written ??= serializeWithTag(openApi));
    reply.header('etag', tag).header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.type('application/json').send(body);
  });
}

async function serializeWithTag(openApi: () => Promise<object>): Promise<{ body: string; tag: string }> {
  const body = JSON.stringify(await openApi());
  return { body, tag: entityTag(body) };
}
