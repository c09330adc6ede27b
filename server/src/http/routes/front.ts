import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../services.ts';

const what =
  'Copydesk edits documentation that is kept in git: a prompt becomes a pull request. And it counts who reads the docs, ' +
  'people and AI apart.';

/** `GET /`: says what is here and where to go on, to people and to programs. */
export function addFront(app: FastifyInstance, { baseUrl }: Pick<HttpServices, 'baseUrl'>): void {
  app.get('/', async (request, reply) => {
    reply.header('vary', 'Accept');
    if (request.headers.accept?.includes('text/html') === true)
      return reply.type('text/html; charset=utf-8').send(page);
    return { name: 'Copydesk', description: what, openapi: `${baseUrl}/openapi.json`, ready: `${baseUrl}/readyz` };
  });
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Copydesk</title>
<h1>Copydesk</h1>
<p>${what}</p>
<ul>
<li><a href="projects">The projects</a> and their pull requests
<li><a href="openapi.json">The API</a> as an OpenAPI 3.1 document
<li><a href="readyz">Whether the server is ready</a>
</ul>
</html>
`;
