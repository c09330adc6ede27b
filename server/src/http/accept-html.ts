import type { FastifyRequest } from 'fastify';

/** Whether a request comes from a browser that shows a page, rather than from a client of the API. */
export function acceptsHtml(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}
