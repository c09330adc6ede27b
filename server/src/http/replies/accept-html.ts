import type { FastifyRequest } from 'fastify';

/** Whether a request comes from a browser that shows a page, rather than from an API client. */
export function acceptsHtml(request: FastifyRequest): boolean {
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}

/**
 * Whether a browser navigates to an address: by a link to any address, by a form to any address except the API, which
 * takes no forms.
 */
export function isNavigation(request: FastifyRequest): boolean {
  if (!acceptsHtml(request)) return false;
  return request.method === 'GET' || request.method === 'HEAD' || !/^\/v\d+\//.test(request.url);
}
