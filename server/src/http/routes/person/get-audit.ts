import { AuditQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { headText, rowsText } from '../../../analytics/export/table-text.ts';
import { readAudit } from '../../../audit/read.ts';
import { preferredFormat, tableMediaTypes } from '../../replies/accept.ts';
import { addApiRoute } from '../../api-route.ts';
import { auditColumns } from '../../replies/audit-columns.ts';
import { admitToOrganisation } from '../../checks/admit-organisation.ts';
import { checkFields } from '../../checks/fields.ts';
import { nextCursorLink } from '../../replies/table-headers.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: AuditQuery });

/** `GET /v1/audit` */
export function addGetAudit(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getAudit',
    admit: async (endpoint, request, reply) => await admitToOrganisation(services, endpoint, request, reply),
    async answer({ caller }, request, reply) {
      reply.header('vary', 'Accept');
      const { query } = checkFields(Parts, { query: request.query });
      const list = await readAudit(services.db, caller.organisationId, query);
      if (list.nextCursor !== null) {
        reply.header('link', nextCursorLink(services.baseUrl, request, list.nextCursor));
      }
      const format = preferredFormat(request.headers.accept);
      if (format === 'json') return { status: 200, value: list };
      reply.type(`${tableMediaTypes[format]}; charset=utf-8`);
      return reply.send(headText(format, auditColumns) + rowsText(format, auditColumns, list.entries));
    },
  });
}
