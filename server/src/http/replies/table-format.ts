import type { EndpointName } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredFormat } from './accept.ts';
import type { TableFormat } from './accept.ts';

/**
 * Returns the format of a table: from its query, otherwise from `Accept`. A client that asks for one by the query
 * follows a link, and saves the table as a file.
 */
export function tableFormat(
  endpoint: EndpointName,
  { format }: { format?: TableFormat },
  request: FastifyRequest,
  reply: FastifyReply,
): TableFormat {
  if (format === undefined) return preferredFormat(request.headers.accept);
  const name = endpoint.replace(/^(get|export)/, '').toLowerCase();
  if (format !== 'json') reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  return format;
}
