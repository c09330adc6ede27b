import { AgentsQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { agentColumns } from '../../../analytics/export/columns.ts';
import { readAgents } from '../../../analytics/read/readers/agents.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/agents` */
export function addGetAgents(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getAgents',
    query: AgentsQuery,
    read: readAgents,
    rows: ({ agents }) => agents,
    columns: agentColumns,
  });
}
