import type { FastifyRequest } from 'fastify';

/** Writes `human=412, ai=168, total=580`: a dictionary of RFC 9651. Values that are not numbers are left out. */
export function totalsText(totals: object): string {
  return Object.entries(totals)
    .filter(([, count]) => typeof count === 'number')
    .map(([name, count]) => `${name}=${count}`)
    .join(', ');
}

/**
 * Writes `2024-01-05T00:00:00.000Z/2024-03-01T00:00:00.000Z`: an interval of ISO 8601, with `..` where it has no limit.
 */
export function rangeText({ from, to }: { from?: Date; to?: Date }): string {
  return `${from?.toISOString() ?? '..'}/${to?.toISOString() ?? '..'}`;
}

/** Returns a `Link` (RFC 8288) to the next page of results: the same request, continued where this page ends. */
export function nextLink(
  baseUrl: string,
  request: Pick<FastifyRequest, 'originalUrl'>,
  { limit, offset }: { limit: number; offset: number },
): string {
  return linkWith(baseUrl, request, { limit: String(limit), offset: String(offset + limit) });
}

/** Does the same for a list with a cursor. */
export function nextCursorLink(baseUrl: string, request: Pick<FastifyRequest, 'originalUrl'>, cursor: string): string {
  return linkWith(baseUrl, request, { cursor });
}

function linkWith(
  baseUrl: string,
  request: Pick<FastifyRequest, 'originalUrl'>,
  changed: Record<string, string>,
): string {
  const [path = '', query = ''] = request.originalUrl.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value);
  return `<${baseUrl}${path}?${parameters.toString()}>; rel="next"`;
}
