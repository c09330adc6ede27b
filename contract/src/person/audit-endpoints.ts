import { AuditList, AuditQuery } from './audit.ts';
import type { Endpoint } from '../endpoint.ts';

/** The endpoint of the audit log. */
export const auditEndpoints = {
  getAudit: {
    method: 'GET',
    path: '/v1/audit',
    summary: 'Read the audit log',
    description:
      'Newest first. Follow `nextCursor`, or the header `Link`, for the next page. Nothing in the log is ever changed.',
    scope: 'admin',
    query: AuditQuery,
    replies: { 200: AuditList },
    tables: 'pages',
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
