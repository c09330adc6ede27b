import type { FastifyRequest } from 'fastify';

/** Whether a request comes from a browser that shows a page, rather than from a client of the API. */
export function acceptsHtml(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** Whether a browser goes to an address: by a link anywhere, by a form everywhere but at the API, which takes none. */
export function isNavigation(request: FastifyRequest): boolean {
  if (!acceptsHtml(request)) return false;
  return request.method === 'GET' || request.method === 'HEAD' || !/^\/v\d+\//.test(request.url);
}
