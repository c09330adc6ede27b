import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { entityTag, namesTag } from '../replies/conditional.ts';

/**
 * `GET /script.js`, which reports views, and `GET /feedback.js`, which asks readers: what a site puts into its pages.
 */
export function addScript(app: FastifyInstance): void {
  addOne(app, '/script.js', new URL('../script/script.js', import.meta.url));
  addOne(app, '/feedback.js', new URL('../script/feedback.js', import.meta.url));
}

function addOne(app: FastifyInstance, path: string, file: URL): void {
  const body = servedScript(readFileSync(file, 'utf8'));
  const tag = entityTag(body);
  app.get(path, { config: { room: 'collection' } }, async (request, reply) => {
    reply
      .header('etag', tag)
      .header('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
      // Sites load it from another origin, also sites that only allow resources that opt in.
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    if (namesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(body);
  });
}

/** Removes comments and indentation: long names cost little, because the script is compressed too. */
function servedScript(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n');
}
